// What the package does besides deciding: inputs of every form, closed engines, engines that stop, engines at once.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";

import { WinBackError, open } from "winback";
import { AS_OF, example } from "./support.mjs";

const CATALOG = example("DestinationVideo/catalog.json");
const CUSTOMERS = example("DestinationVideo/customers.jsonl").toString().trim().split("\n");
const WASM = readFileSync(createRequire(import.meta.url).resolve("winback/winback.wasm"));
const at = { asOf: AS_OF };

test("a text, bytes and an object are the same document, and an array has several", async () => {
  const engine = await open({ catalog: CATALOG });
  const [first] = CUSTOMERS;
  const expected = engine.evaluate(first, at);
  const bytes = Buffer.from(`  ${first}`);
  for (const catalog of [CATALOG.toString(), JSON.parse(CATALOG), new Uint8Array(CATALOG).buffer, [CATALOG]]) {
    for (const history of [JSON.parse(first), bytes.subarray(2), new DataView(bytes.buffer, bytes.byteOffset + 2, bytes.length - 2), [first]]) {
      assert.deepEqual((await open({ catalog })).evaluate(history, { asOf: new Date(`${AS_OF}T00:00:00Z`) }), expected);
    }
  }
  assert.deepEqual(engine.evaluateAll(CUSTOMERS, at), engine.evaluateAll(CUSTOMERS.join("\n"), at));
  assert.equal(engine.answer(CUSTOMERS.slice(0, 2), at), [0, 1].map((index) => engine.evaluate(CUSTOMERS[index], at).answer).join("\n"));
  assert.throws(() => engine.evaluate(CUSTOMERS, at), { name: "WinBackError", status: 65, message: "<history>: error: expected one timeline, found 8; use 'evaluateAll'" });
  for (const wrong of [undefined, null, 3, () => first]) {
    assert.throws(() => engine.evaluate(wrong, at), TypeError);
    await assert.rejects(open({ catalog: wrong }), TypeError);
  }
  const files = [CATALOG, CATALOG.toString().replace("21394321", "7").replaceAll(/"(\w+)\.(monthly|yearly)"/g, '"other.$1.$2"').replace("[", "[ 3,")];
  await assert.rejects(open({ catalog: files }), { input: "catalog", message: /^<catalog 2>:\d+:\d+: error: / });
});

test("an error has its status, its input and its place", async () => {
  const engine = await open({ catalog: CATALOG });
  assert.throws(() => engine.evaluate('{"customerId":3}', at), (error) => {
    assert.ok(error instanceof WinBackError && error instanceof Error);
    const { message, status, input, line, column, path } = error;
    assert.deepEqual({ message, status, input, line, column, path }, {
      message: "<history>:1:15: error: expected a string, found a number (at customerId)", status: 65, input: "history", line: 1, column: 15, path: "customerId" });
    return true;
  });
  await assert.rejects(open({ catalog: CATALOG, policies: { refundedService: 3 } }), { status: 64, input: "policies" });
});

test("without an instant the answer is as of now", async () => {
  const engine = await open({ catalog: CATALOG });
  const start = Date.now();
  const asOf = Date.parse(engine.evaluate(CUSTOMERS[0]).asOf);
  assert.ok(start <= asOf && asOf <= Date.now());
});

test("a closed engine throws, and others go on", async () => {
  const [engine, other] = [await open({ catalog: CATALOG }), await open({ catalog: CATALOG })];
  engine.close();
  engine.close();
  for (const call of [() => engine.evaluate(CUSTOMERS[0]), () => engine.evaluateAll(CUSTOMERS), () => engine.answer(CUSTOMERS[0]), () => engine.lint()]) {
    assert.throws(call, { name: "WinBackError", status: 64, message: "winback: error: the engine is closed" });
  }
  assert.equal(other.evaluate(CUSTOMERS[0], at).customerId, "alice");
});

test("several engines decide at once, each by its own catalog and policies", async () => {
  const policies = [{}, { waitStart: "subscriptionEnd" }, { timeZone: "-08:00" }];
  const alone = [];
  for (const each of policies) alone.push((await open({ catalog: CATALOG, policies: each })).evaluateAll(CUSTOMERS, at));
  const engines = await Promise.all(policies.map((each) => open({ catalog: CATALOG, policies: each })));
  for (const [number, history] of CUSTOMERS.entries()) {
    for (const [index, engine] of engines.entries()) assert.deepEqual(engine.evaluate(history, at), alone[index][number]);
  }
  assert.notDeepEqual(alone[0], alone[1]);
});

test("the engine comes as a module, as bytes, as a response, from an address, or as a promise of them", async () => {
  for (const wasm of [await WebAssembly.compile(WASM), WASM, new Response(WASM), Promise.resolve(new Response(WASM)), new URL(`data:application/wasm;base64,${WASM.toString("base64")}`)]) {
    assert.equal((await open({ catalog: CATALOG, wasm })).evaluate(CUSTOMERS[0], at).customerId, "alice");
  }
  await assert.rejects(open({ catalog: CATALOG, wasm: new Uint8Array(8) }), WebAssembly.CompileError);
});

test("an engine that stops says so once, and then decides as before", async () => {
  const catalog = Buffer.from(CATALOG);
  const engine = await open({ catalog });
  // The engine keeps what it was opened with.
  catalog.fill(0);
  const before = engine.evaluateAll(CUSTOMERS, at);
  const stops = [];
  let isDecided = false;
  const deepen = () => {
    try {
      deepen();
    } catch {
      // Close to the end of the stack there is no room for the engine, and then for nothing.
    }
    if (isDecided) return;
    try {
      engine.evaluate(CUSTOMERS[0], at);
      isDecided = true;
    } catch (error) {
      stops.push(error);
      throw error;
    }
  };
  deepen();
  assert.ok(stops.some((error) => error.status === 70 && error.message.startsWith("winback: error: the engine stopped: ")), `${stops.length} errors`);
  assert.deepEqual(engine.evaluateAll(CUSTOMERS, at), before);
});

test("the memory stays, however often the engine decides", async () => {
  const engine = await open({ catalog: CATALOG });
  const decide = (count) => { for (let number = 0; number < count; number++) engine.evaluate(CUSTOMERS[number % CUSTOMERS.length], at); };
  decide(300);
  const before = process.memoryUsage().external + process.memoryUsage().arrayBuffers;
  decide(1_500);
  const after = process.memoryUsage().external + process.memoryUsage().arrayBuffers;
  assert.ok(after < before + 8_000_000, `${before} bytes before, ${after} after`);
});

test("a decision takes no longer than Node needs to parse 1.2 megabytes of JSON", async () => {
  const engine = await open({ catalog: CATALOG });
  const line = CUSTOMERS.join(",");
  const text = `[${Array(Math.ceil(1_200_000 / line.length)).fill(line).join(",")}]`;
  const time = (work) => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  // The compiler of the first rounds, and other programs, take time of some.
  let decision = Infinity, parsing = Infinity;
  for (let round = 0; round < 40 && (round < 8 || decision > parsing); round++) {
    decision = Math.min(decision, time(() => CUSTOMERS.forEach((history) => engine.evaluate(history, at))) / CUSTOMERS.length);
    parsing = Math.min(parsing, time(() => JSON.parse(text)));
  }
  console.log(`a decision takes ${(decision / 1_000).toFixed(2)} ms, parsing ${(parsing / 1_000).toFixed(2)} ms`);
  assert.ok(decision <= parsing, `${decision} and ${parsing} microseconds`);
});
