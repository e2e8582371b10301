// Sign-in: what its time tells.
import { signInTimes } from "../rivals.mjs";
import { demoStore } from "../stage.mjs";

export const title = "Sign-in";

export async function measure(row) {
  const { port } = await demoStore();
  const told = await signInTimes(port);
  row(
    `Refused sign-ins, known beside unknown address, ${told.pairs} pairs: chance that the known one takes longer`,
    "0.45 – 0.55",
    told.auc.toFixed(2),
    told.auc >= 0.45 && told.auc <= 0.55,
  );
}
