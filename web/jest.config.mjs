// How component tests run: ESM mode, swc, and a jsdom with the platform's own fetch and streams.
export default {
  testEnvironment: "<rootDir>/test/browser-environment.mjs",
  setupFilesAfterEnv: ["<rootDir>/test/load-rules.ts"],
  testTimeout: 60_000,
  testMatch: ["<rootDir>/src/**/*.test.ts?(x)", "<rootDir>/test/**/*.test.ts?(x)"],
  extensionsToTreatAsEsm: [".ts", ".tsx"],
  moduleFileExtensions: ["tsx", "ts", "js", "mjs", "json", "wasm"],
  modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/dist-server/", "<rootDir>/dist-desk/"],
  transform: {
    "^.+\\.tsx?$": [
      "@swc/jest",
      {
        jsc: {
          target: "es2023",
          parser: { syntax: "typescript", tsx: true },
          transform: {
            react: { runtime: "automatic" },
            optimizer: { globals: { vars: { __PAGE_RENDERER__: "false" } } },
          },
        },
        module: { type: "es6" },
      },
    ],
  },
  moduleNameMapper: { "\\.css$": "<rootDir>/test/empty.mjs" },
};
