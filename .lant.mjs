import lighthouse from "lighthouse";
import { chromium } from "playwright-core";
import { LanternLargestContentfulPaint as L } from "lighthouse/core/computed/metrics/lantern-largest-contentful-paint.js";
const url = process.argv[2];
const dp = 9850 + Math.floor(Math.random()*100);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: [`--remote-debugging-port=${dp}`] });
const { lhr, artifacts } = await lighthouse(url, { port: dp, logLevel: "error", onlyCategories: ["performance"] });
await browser.close();
const settings = { ...lhr.configSettings, throttling: { ...lhr.configSettings.throttling, cpuSlowdownMultiplier: Number(process.env.CPU ?? 1) } };
const context = { settings, computedCache: new Map() };
const data = { trace: artifacts.Trace ?? artifacts.traces?.defaultPass, devtoolsLog: artifacts.DevtoolsLog ?? artifacts.devtoolsLogs?.defaultPass, gatherContext: artifacts.GatherContext, settings, URL: artifacts.URL, SourceMaps: artifacts.SourceMaps ?? [], HostDPR: artifacts.HostDPR, simulator: null };
const r = await L.request(data, context);
console.log("LCP", r.timing, "opt", r.optimisticEstimate.timeInMs, "pess", r.pessimisticEstimate.timeInMs);
for (const [name, e] of [["opt", r.optimisticEstimate], ["pess", r.pessimisticEstimate]]) {
  console.log(name);
  const rows = [...e.nodeTimings].map(([n, t]) => [t.startTime, t.endTime, n.type === "network" ? n.request.url.slice(-50) + " " + n.request.transferSize : "CPU " + (t.endTime - t.startTime).toFixed(0)]).sort((a, b) => a[1] - b[1]);
  for (const [s, t, w] of rows) if (!w.startsWith("CPU") || t - s > 15) console.log(s.toFixed(0), t.toFixed(0), w);
}
