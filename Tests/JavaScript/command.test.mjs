// The package gives the results and the errors of the command.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import test from "node:test";

import { open } from "winback";
import { AS_OF, EXAMPLES, ROOT, called, chance, command, example, folders } from "./support.mjs";

const CATALOG = example("DestinationVideo/catalog.json");
const CUSTOMERS = example("DestinationVideo/customers.jsonl");

/** Asks the package what `command` asks the program. */
const evaluated = (inputs, asOf = AS_OF) => called(async () => (await open(inputs)).evaluateAll(inputs.history, { asOf }));

test("every file of Examples with every catalog beside it is decided as the command decides", async () => {
  let decided = 0;
  for (const paths of folders()) {
    const catalogs = paths.filter((path) => /"subscriptionGroups"|"relationships"/.test(readFileSync(path, "utf8").slice(0, 4_000)));
    const engines = new Map();
    for (const catalog of catalogs.length ? catalogs : [`${EXAMPLES}/DestinationVideo/catalog.json`]) {
      engines.set(catalog, await called(() => open({ catalog: readFileSync(catalog) })));
      const engine = engines.get(catalog);
      const found = engine.value ? await called(() => [engine.value.lint({ asOf: AS_OF })]) : engine;
      const expected = command("lint", { catalog: readFileSync(catalog) });
      if (expected.value) expected.value = expected.value.map(({ findings }) => ({ findings }));
      assert.deepEqual(found, expected, relative(ROOT, catalog));
    }
    for (const path of paths.filter((path) => !catalogs.includes(path))) {
      for (const [catalog, engine] of engines) {
        if (!engine.value) continue;
        const history = readFileSync(path);
        const found = await called(() => engine.value.evaluateAll(history, { asOf: AS_OF }));
        assert.deepEqual(found, command("evaluate", { history, catalog: readFileSync(catalog) }), `${relative(ROOT, path)} with ${relative(ROOT, catalog)}`);
        if (found.value) decided += found.value.length;
      }
    }
  }
  assert.ok(decided > 100, `decided ${decided} timelines`);
});

test("policies, rules of every purpose and dates have the command's results or its errors", async () => {
  const rules = (name) => readFileSync(`${ROOT}/Rules/${name}.json`);
  const [broken, quiet] = ["faulty.catalog.json", "quiet-time.rules.json"].map((name) => readFileSync(`${ROOT}/Documentation/Fixtures/${name}`));
  for (const inputs of [
    { policies: { refundedService: "counted", waitStart: "redemption" } }, { policies: { timeZone: "-08:00" } }, { policies: { refundedServic: "counted" } },
    { policies: { refundedService: "" } }, { policies: { timeZone: "+99:00" } }, { catalog: broken }, { rules: quiet }, { rules: rules("AppStore") },
    ...["Merchandising", "IntroductoryOffer", "PromotionalOffer", "OfferCode"].map((name) => ({ rules: rules(name) })), { rules: CATALOG }, { history: CATALOG }, { catalog: CUSTOMERS }, { catalog: "" }, { history: "" },
  ]) {
    const all = { catalog: CATALOG, history: CUSTOMERS, ...inputs };
    assert.deepEqual(await evaluated(all), command("evaluate", all), Object.keys(inputs).join());
  }
  for (const asOf of ["2025-07-01T12:00:00+02:00", "0001-01-01", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "2025-02-30", "tomorrow", ""]) {
    const all = { catalog: CATALOG, history: CUSTOMERS, policies: { timeZone: "+14:00" } };
    const [found, expected] = [await evaluated(all, asOf), command("evaluate", all, asOf)];
    if (expected.text) expected.text = expected.text.replace("option '--as-of' expects", "option 'asOf': expected").replace("'--as-of'", "'asOf'");
    assert.deepEqual(found, expected, asOf);
  }
});

/** A text with a fault that nobody means; `pick` gives whole numbers below a limit. */
function damaged(bytes, pick) {
  const text = bytes.toString();
  const at = pick(text.length);
  const values = text.match(/"[^"]*"|-?\d+/g);
  const value = values[pick(values.length)];
  const place = text.indexOf(value, pick(text.length));
  const replaced = (by) => (place < 0 ? text.replace(value, () => by) : text.slice(0, place) + by + text.slice(place + value.length));
  const strange = ["null", "true", "-1", "1e999", "0.1e-400", "123456789012345678901234567890", "99999999999999", "\"\"", "[]", "{}", "\"2025-02-30\"", "\"\\ud800\"",
    "\"\\u0000\"", "\"\u202e\"", `"${"é".repeat(3_000)}"`, "\"9999-12-31T23:59:59.999Z\"", "253402300799999"];
  return [
    () => Buffer.from(text.slice(0, at)),
    () => Buffer.from(text.slice(0, at) + "\"{}[]:,0-é😀\\\n\0\ufeff"[pick(16)] + text.slice(at + pick(2))),
    () => Buffer.concat([bytes.subarray(0, at), Buffer.from([[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0x80], [0xe2, 0x82]][pick(6)]), bytes.subarray(at)]),
    () => Buffer.from(replaced("[".repeat(pick(5_000)) + "]".repeat(pick(5_000)))),
    () => Buffer.from(replaced("{\"a\":".repeat(120 + pick(20)) + "1" + "}".repeat(120 + pick(20)))),
    () => Buffer.from(replaced(strange[pick(strange.length)])),
    () => Buffer.from(replaced(strange[pick(strange.length)])),
    () => Buffer.from(replaced(values[pick(values.length)])),
    () => Buffer.from(replaced(value + value)),
    () => Buffer.from(bytes.map((byte) => (pick(400) ? byte : pick(256)))),
    () => Buffer.from(text, "utf16le"),
    () => Buffer.alloc(pick(100), pick(256)),
  ][pick(12)]();
}

test("damaged texts have the command's results or its errors, and the engine decides after them", async () => {
  const count = Number(process.env.WINBACK_HOSTILE ?? 1_000);
  const seed = Number(process.env.WINBACK_SEED ?? 1);
  const [history] = CUSTOMERS.toString().split("\n");
  const inputs = { catalog: CATALOG, history: Buffer.from(history), rules: readFileSync(`${ROOT}/Documentation/Fixtures/quiet-time.rules.json`) };
  const engine = await open({ catalog: CATALOG });
  const before = engine.evaluate(history, { asOf: AS_OF });
  let errors = 0;
  for (let number = 0; number < count; number++) {
    const pick = chance(seed * 1_000_003 + number);
    const input = ["history", "history", "history", "catalog", "catalog", "rules"][pick(6)];
    const all = { ...inputs, rules: undefined, [input]: damaged(inputs[input], pick) };
    // The engine that stays open takes the histories.
    const found = input === "history" ? await called(() => engine.evaluateAll(all.history, { asOf: AS_OF })) : await evaluated(all);
    const expected = command("evaluate", all);
    assert.deepEqual(found, expected, `damage ${number} of the ${input}, seed ${seed}`);
    if (found.text) errors += 1;
  }
  assert.ok(errors > count / 2 && errors < count, `${errors} of ${count} are errors`);
  assert.deepEqual(engine.evaluate(history, { asOf: AS_OF }), before);
});
