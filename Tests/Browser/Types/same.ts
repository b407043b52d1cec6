// What the module says of itself by its code is what livery.d.ts says of it.
import * as real from "./implementation.js"

export const same: typeof import("./livery") = real
