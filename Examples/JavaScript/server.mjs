// Answers the history of a customer that is sent to it, in Node.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { open, WinBackError } from "winback";

const engine = await open({ catalog: await readFile("catalog.json") });

createServer(async (request, response) => {
  response.setHeader("content-type", "application/json");
  try {
    response.end(JSON.stringify(engine.evaluate(await text(request))));
  } catch (error) {
    response.statusCode = error instanceof WinBackError && error.status === 65 ? 422 : 500;
    response.end(JSON.stringify({ error: error.message }));
  }
}).listen(process.env.PORT);
