// How the package is tested: in Jest's ESM mode, on the very wasm file that ships.
export default {
  testEnvironment: "node",
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  extensionsToTreatAsEsm: [".ts"],
  moduleFileExtensions: ["ts", "mjs", "js", "json", "wasm"],
  transform: {
    "^.+\\.ts$": [
      "@swc/jest",
      { jsc: { target: "es2023", parser: { syntax: "typescript" } }, module: { type: "es6" } },
    ],
  },
};
