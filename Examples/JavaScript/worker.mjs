// Answers the history of a customer that is sent to it, in a Worker. A Worker cannot read files: its bundler
// imports the engine and the catalog as modules.

import wasm from "winback/winback.wasm";
import { open } from "winback";
import catalog from "./catalog.json";

let engine;

export default {
  async fetch(request) {
    engine ??= open({ wasm, catalog });
    return Response.json((await engine).evaluate(await request.text()));
  },
};
