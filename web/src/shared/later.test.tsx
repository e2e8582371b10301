import { expect, test } from "@jest/globals";
import { act, render, screen } from "@testing-library/react";
import { Suspense, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { drawAtOnce, later, wanted } from "./later";

type Module<Props> = { default: React.ComponentType<Props> };

/** A module that comes when the test says so. */
function fetching<Props>(part: React.ComponentType<Props>) {
  let come = () => {};
  let fails = () => {};
  let asked = 0;
  const load = () => {
    asked += 1;
    return new Promise<Module<Props>>((resolve, reject) => {
      come = () => resolve({ default: part });
      fails = () => reject(new TypeError("no connection"));
    });
  };
  return { load, come: () => act(async () => come()), fail: () => act(async () => fails()), asked: () => asked };
}

const whole = () => document.documentElement.dataset.whole !== undefined;

function Offers({ of }: { of: string }) {
  const [pressed, setPressed] = useState(0);
  return (
    <button type="button" onClick={() => setPressed(pressed + 1)}>
      {`${of} ${pressed}`}
    </button>
  );
}

test("what the page came with stays until its part is there, and lives then", async () => {
  const { load, come } = fetching(Offers);
  drawAtOnce({ Offers });
  const Later = later("Offers", load);
  function Page() {
    const [drawn, setDrawn] = useState(0);
    return (
      <main>
        <Later of="Tees" />
        <button type="button" onClick={() => setDrawn(drawn + 1)}>
          {`again ${drawn}`}
        </button>
      </main>
    );
  }
  const root = document.createElement("div");
  document.body.append(root);
  root.innerHTML = renderToString(<Page />);
  const markup = screen.getByText("Tees 0");
  // The browser has none of the renderer's parts.
  drawAtOnce({ Offers: undefined as never });
  await act(async () => hydrateRoot(root, <Page />));
  expect(whole()).toBe(false);
  // The page around it is drawn anew meanwhile: the part is not touched.
  await act(async () => screen.getByText("again 0").click());
  expect(screen.getByText("again 1")).toBeTruthy();
  expect(screen.getByText("Tees 0")).toBe(markup);
  await come();
  expect(whole()).toBe(true);
  expect(screen.getByText("Tees 0")).toBe(markup);
  await act(async () => markup.click());
  expect(markup.textContent).toBe("Tees 1");
  root.remove();
});

test("a page is whole when none of its parts is waited for, those that left included", async () => {
  const [one, other] = [fetching(Offers), fetching(Offers)];
  const First = later("First", one.load);
  const Second = later("Second", other.load);
  const { rerender, unmount } = render(
    <>
      <First of="one" />
      <Second of="other" />
    </>,
  );
  expect(whole()).toBe(false);
  await one.come();
  expect(screen.getByText("one 0")).toBeTruthy();
  expect(whole()).toBe(false);
  rerender(<First of="one" />);
  expect(whole()).toBe(true);
  rerender(<Second of="other" />);
  expect(whole()).toBe(false);
  await other.come();
  expect(whole()).toBe(true);
  unmount();
  expect(whole()).toBe(true);
});

test("a part that was foreseen is drawn in the same turn; one that was not, as soon as it is there", async () => {
  const foreseen = fetching(Offers);
  const Foreseen = wanted(foreseen.load);
  Foreseen.preload();
  await foreseen.come();
  let drawn = 0;
  function Counting() {
    drawn += 1;
    return <Foreseen.Part of="foreseen" />;
  }
  render(
    <Suspense fallback={<p>waiting</p>}>
      <Counting />
    </Suspense>,
  );
  expect(screen.getByText("foreseen 0")).toBeTruthy();
  expect([drawn, foreseen.asked()]).toEqual([1, 1]);

  const pressed = fetching(Offers);
  const Pressed = wanted(pressed.load);
  render(
    <Suspense fallback={<p>waiting</p>}>
      <Pressed.Part of="pressed" />
    </Suspense>,
  );
  expect(screen.getByText("waiting")).toBeTruthy();
  await pressed.come();
  expect(screen.getByText("pressed 0")).toBeTruthy();
});

test("a part that could not be foreseen is asked for again when it is wanted", async () => {
  const { load, come, fail, asked } = fetching(Offers);
  const { Part, preload } = wanted(load);
  preload();
  await fail();
  render(
    <Suspense fallback={<p>waiting</p>}>
      <Part of="again" />
    </Suspense>,
  );
  expect(asked()).toBe(2);
  await come();
  expect(screen.getByText("again 0")).toBeTruthy();
});
