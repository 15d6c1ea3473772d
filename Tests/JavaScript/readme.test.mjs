// Each line of the package's README is typed in a folder that has nothing else, and the recipes run there.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";

import { EXAMPLES, command, example } from "./support.mjs";

const PACKAGE = process.env.WINBACK_PACKAGE;
const [INSTALL, DECIDE] = [...readFileSync(join(PACKAGE, "README.md"), "utf8").matchAll(/^```(?:sh|js)\n(.*?)^```$/gms)].map((block) => block[1]);
const recipe = (name) => readFileSync(join(PACKAGE, "examples", name), "utf8");
const folder = mkdtempSync(join(tmpdir(), "winback-"));
const service = join(folder, "service");
const CATALOG = example("DestinationVideo/catalog.json");
const ALICE = example("DestinationVideo/customers/alice.json");

// A bundler gives a Worker compiled modules and documents.
const HOOKS = `
  import { readFileSync } from "node:fs";
  export async function load(url, context, next) {
    if (!/[.](wasm|json)$/.test(url)) return next(url, context);
    const bytes = 'readFileSync(new URL(' + JSON.stringify(url) + '))';
    const value = url.endsWith("wasm") ? 'new WebAssembly.Module(' + bytes + ')' : 'JSON.parse(' + bytes + ')';
    return { format: "module", shortCircuit: true, source: 'import { readFileSync } from "node:fs"; export default ' + value };
  }`;

/** What stays the same for the time of a test. */
const lasting = ({ eligibleWinBackOfferIDs, offers }) => [eligibleWinBackOfferIDs, offers.map(({ offerId, windows }) => [offerId, windows])];
const today = () => lasting(command("evaluate", { history: ALICE, catalog: CATALOG }, new Date().toISOString()).value[0]);

test.before(() => {
  mkdirSync(service);
  mkdirSync(join(folder, "winback"));
  symlinkSync(PACKAGE, join(folder, "winback/.build-npm"));
  for (const line of INSTALL.trim().split("\n")) execFileSync("sh", ["-c", line], { cwd: service, env: { ...process.env, npm_config_offline: "true" } });
  assert.deepEqual(readdirSync(join(service, "node_modules")).filter((name) => !name.startsWith(".")), ["winback"]);
  writeFileSync(join(service, "catalog.json"), CATALOG);
  writeFileSync(join(service, "alice.json"), ALICE);
});

const run = (name, text, ...options) => {
  writeFileSync(join(service, name), text);
  return spawn(process.execPath, [...options, name], { cwd: service, env: { ...process.env, PORT: "0" }, stdio: ["ignore", "pipe", "inherit"] });
};

const output = async (child) => {
  let text = "";
  for await (const part of child.stdout) text += part;
  return text;
};

test("deciding gives what the page says", async () => {
  const answered = DECIDE.replace(/^(\S.*);\s+\/\/ (.*)$/gm, "if (JSON.stringify($1) !== JSON.stringify($2)) throw new Error(JSON.stringify($1));")
    .replace(/^(engine\.answer.*);$/m, "console.log($1);");
  assert.notEqual(answered, DECIDE);
  const [expected] = command("evaluate", { history: ALICE, catalog: CATALOG }, "2025-01-20").value;
  assert.equal(await output(run("decide.mjs", answered)), `${expected.answer}\n`);
});

test("the server answers as the command does", async () => {
  // The system chooses the port, and the line after the recipe tells it.
  const child = run("server.mjs", recipe("server.mjs").replace(/\.listen\((.*)\);\n$/, ".listen($1, function () { console.log(this.address().port); });\n"));
  try {
    const port = await new Promise((resolve) => child.stdout.once("data", (data) => resolve(Number(data))));
    const ask = (body) => fetch(`http://localhost:${port}/`, { method: "POST", body });
    const [good, bad] = [await ask(ALICE), await ask('{"customerId": 3}')];
    assert.deepEqual([good.status, lasting(await good.json())], [200, today()]);
    assert.deepEqual([bad.status, (await bad.json()).error], [422, command("evaluate", { history: '{"customerId": 3}', catalog: CATALOG }).text]);
  } finally {
    child.kill();
  }
});

test("the Worker answers as the command does", async () => {
  const hooks = `data:text/javascript,${encodeURIComponent(HOOKS)}`;
  const register = `data:text/javascript,${encodeURIComponent(`import { register } from "node:module"; register(${JSON.stringify(hooks)});`)}`;
  writeFileSync(join(service, "worker.mjs"), recipe("worker.mjs"));
  const ask = `import worker from "./worker.mjs";
    for (const number of [1, 2]) {
      const response = await worker.fetch(new Request("https://winback.example/", { method: "POST", body: ${JSON.stringify(ALICE.toString())} }));
      console.log(JSON.stringify(await response.json()));
    }`;
  const answers = (await output(run("ask.mjs", ask, "--import", register))).trim().split("\n");
  assert.deepEqual(answers.map((answer) => lasting(JSON.parse(answer))), [today(), today()]);
});

test("the types accept the calls of the page, and no others", { skip: process.env.WINBACK_TSC ? false : "TypeScript is not installed" }, () => {
  const check = (text) => {
    writeFileSync(join(service, "use.mts"), `import { open, WinBackError, type Result } from "winback";\nconst engine = await open({ catalog: {} });\n${text}\n`);
    const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "node16", "--moduleResolution", "node16", "--lib", "es2022,dom", "use.mts"];
    try {
      execFileSync(process.env.WINBACK_TSC, options, { cwd: service, encoding: "utf8" });
      return "";
    } catch (error) {
      return error.stdout;
    }
  };
  assert.equal(check(`
    const result: Result = engine.evaluate(new Uint8Array(), { asOf: new Date() });
    const ids: string[] = result.eligibleWinBackOfferIDs ?? result.eligibleOfferIDs ?? [];
    const change = result.offers[0].smallestChanges[0];
    if (change.kind === "wait") { const until: string = change.until; }
    const all: Result[] = engine.evaluateAll([{}, "{}"]);
    const severity: "error" | "warning" | "note" = engine.lint({ asOf: "2025-01-01" }).findings[0].severity;
    try { engine.close(); } catch (error) { if (error instanceof WinBackError) { const status: 64 | 65 | 70 = error.status; } }
    await open({ catalog: ["{}"], rules: "{}", policies: { a: "b" }, wasm: fetch("https://winback.example/") });`), "");
  const wrong = ["engine.evaluate(3);", "engine.evaluate({}, { asof: 'x' });", "await open({});", "engine.evaluate({}).eligible;", "engine.evaluateAll({}).offers;"];
  const lines = check(wrong.join("\n")).matchAll(/^use\.mts\((\d+),/gm);
  assert.deepEqual([...lines].map((line) => Number(line[1])), [3, 4, 5, 6, 7]);
});
