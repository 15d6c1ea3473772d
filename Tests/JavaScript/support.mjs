// What the tests of the package share: the command beside it, and the files that both read.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { WinBackError } from "winback";

export const ROOT = process.env.WINBACK_ROOT;
export const EXAMPLES = join(ROOT, "Examples");
export const AS_OF = "2025-07-01";

/** Reads a file of Examples. */
export const example = (name) => readFileSync(join(EXAMPLES, name));

const folder = mkdtempSync(join(tmpdir(), "winback-"));

/** What a command prints for inputs as bytes, parsed, or its errors in the words of the package. */
export function command(name, { history, catalog, rules, policies = {} }, asOf = AS_OF) {
  const given = Object.entries({ history, catalog, rules }).filter(([, bytes]) => bytes !== undefined);
  const path = (input) => join(folder, `${input}.json`);
  for (const [input, bytes] of given) writeFileSync(path(input), bytes);
  const run = spawnSync(process.env.WINBACK_PROGRAM, [
    name, ...(name === "lint" ? [path("catalog")] : [path("history"), "--catalog", path("catalog")]), "--as-of", asOf, "--json",
    ...(rules === undefined ? [] : ["--rules", path("rules")]),
    ...Object.entries(policies).flatMap(([policy, value]) => ["--policy", `${policy}=${value}`]),
  ], { cwd: folder, encoding: "utf8", maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "pipe"] });
  if (run.status === 0 || (name === "lint" && run.status === 1)) return { value: run.stdout.startsWith("{\n") ? [JSON.parse(run.stdout)] : lines(run.stdout).map((line) => JSON.parse(line)) };
  const text = lines(run.stderr).filter((line) => line.includes(" error: ")).join("\n");
  return { status: run.status, text: given.reduce((all, [input]) => all.replaceAll(path(input), `<${input}>`), text).replace(/^winback \w+: /gm, "winback: ") };
}

const lines = (text) => text.split("\n").filter(Boolean);

/** What a function of the package gives, or its error. */
export async function called(question) {
  try {
    return { value: await question() };
  } catch (error) {
    if (!(error instanceof WinBackError)) throw error;
    return { status: error.status, text: error.message };
  }
}

/** The files of Examples by their folders. */
export function folders(path = EXAMPLES) {
  const entries = readdirSync(path, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(json|jsonl|csv|tsv|storekit)$/.test(entry.name));
  return [...(files.length ? [files.map((file) => join(path, file.name))] : []),
    ...entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith(".")).flatMap((entry) => folders(join(path, entry.name)))];
}

/** Whole numbers below a limit, by a seed: the generator mulberry32. */
export function chance(seed) {
  return (limit) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let value = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) % limit;
  };
}
