import { expect, test } from "@jest/globals";
import { placeOf } from "./work-goes-on";

const within = (selector: string) => document.querySelector<HTMLElement>(selector);

test("what is there has the focus again; where it went work goes on in its row, and else at the top of the page", () => {
  document.body.innerHTML = `<main><h1 tabindex="-1">Order</h1><section><a href="/all">All</a>
    <ul><li id="one"><p><button id="ship">Ship</button></p><button disabled>Print</button><button id="next">Delivered</button></li>
    <li id="two"><button>Ship</button></li></ul></section><p><button id="alone">Hold</button></p></main>`;
  const [ship, alone] = ["#ship", "#alone"].map((selector) => placeOf(within(selector)));
  expect(ship?.()?.id).toBe("ship");
  within("#ship")?.remove();
  expect(ship?.()?.id).toBe("next");
  within("#one")?.remove();
  expect(ship?.()?.textContent).toBe("All");
  within("section")?.remove();
  expect(ship?.()?.tagName).toBe("H1");
  within("#alone")?.remove();
  expect(alone?.()?.tagName).toBe("H1");
});
