import { expect, jest, test } from "@jest/globals";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, StrictMode } from "react";
import {
  BrowserRouter,
  Link,
  MemoryRouter,
  Navigate,
  NavLink,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from "./router";

function Named({ name }: { name: string }) {
  return <p>{`${name} ${JSON.stringify(useParams())}`}</p>;
}

function shownAt(at: string, routes: ReactNode): string {
  const { container, unmount } = render(
    <MemoryRouter at={at}>
      <Routes>{routes}</Routes>
    </MemoryRouter>,
  );
  const shown = container.textContent ?? "";
  unmount();
  return shown;
}

const table = (
  <>
    <Route path="*" element={<Named name="none" />} />
    <Route path="/:slug" element={<Named name="text" />} />
    <Route path="/" element={<Named name="home" />} />
    {[<Route key="c" path="/c/*" element={<Named name="list" />} />]}
    <Route path="/p/:slugOrSku" element={<Named name="product" />} />
    <Route path="/order" element={<Named name="order" />} />
    {null}
    <Route path="/order/look-up" element={<Named name="look-up" />} />
  </>
);

test("shows the row that says the most of an address, wherever it stands", () => {
  expect(shownAt("/", table)).toBe("home {}");
  expect(shownAt("/about-us/?utm=1#top", table)).toBe('text {"slug":"about-us"}');
  expect(shownAt("/c", table)).toBe("list {}");
  expect(shownAt("/c/a/b/", table)).toBe("list {}");
  expect(shownAt("/p/a%2Fb%20c/", table)).toBe('product {"slugOrSku":"a/b c"}');
  expect(shownAt("/order/", table)).toBe("order {}");
  expect(shownAt("/Order/Look-Up", table)).toBe("look-up {}");
  expect(shownAt("/p/a/b", table)).toBe("none {}");
  expect(shownAt("/x/%E0%A4%A", table)).toBe("none {}");
  expect(shownAt("/%E0%A4%A", table)).toBe('text {"slug":"%E0%A4%A"}');
});

test("routes below a route read what it left, and know what it named", () => {
  const inner = (
    <Routes>
      <Route index element={<Named name="first" />} />
      <Route path="lists/:id" element={<Named name="one" />} />
      <Route path="*" element={<Named name="none" />} />
    </Routes>
  );
  const outer = <Route path="/my/:unit/*" element={inner} />;
  expect(shownAt("/my/north/", outer)).toBe('first {"unit":"north"}');
  expect(shownAt("/my/north/lists/7/", outer)).toBe('one {"unit":"north","id":"7"}');
  expect(shownAt("/my/north/lists", outer)).toBe('none {"unit":"north"}');
  expect(shownAt("/elsewhere", outer)).toBe("");
});

function Where() {
  const { pathname, search, hash } = useLocation();
  return <p data-testid="where">{`${useNavigationType()} ${pathname}${search}${hash}`}</p>;
}
const where = () => screen.getByTestId("where").textContent;

test("a plain press on a link moves on; one that asks for another window does not", async () => {
  const user = userEvent.setup();
  const pressed = jest.fn();
  render(
    <MemoryRouter at="/a?x=1">
      <Where />
      <Link to="/b#part" onClick={pressed}>
        on
      </Link>
      <Link to="/c" target="_blank">
        window
      </Link>
      <Link to="/d" onClick={(event) => event.preventDefault()}>
        kept
      </Link>
    </MemoryRouter>,
  );
  const stay = (event: Event) => event.preventDefault();
  document.addEventListener("click", stay);
  await user.click(screen.getByText("window"));
  await user.click(screen.getByText("kept"));
  await user.keyboard("{Control>}");
  await user.click(screen.getByText("on"));
  await user.keyboard("{/Control}");
  expect(where()).toBe("POP /a?x=1");
  expect(pressed).toHaveBeenCalledTimes(1);
  document.removeEventListener("click", stay);
  await user.click(screen.getByText("on"));
  expect(where()).toBe("PUSH /b#part");
  expect(screen.getByText("on").getAttribute("href")).toBe("/b#part");
  // The page one is on already is no step further.
  await user.click(screen.getByText("on"));
  expect(where()).toBe("REPLACE /b#part");
});

test("a link of a menu says whether it leads here", () => {
  const classes = ({ isActive }: { isActive: boolean }) => (isActive ? "here" : "away");
  render(
    <MemoryRouter at="/my/address-book/address/?id=1">
      <NavLink to="/my/address-book/" className={classes}>
        below
      </NavLink>
      <NavLink to="/my/address-book/" end className={classes}>
        itself
      </NavLink>
      <NavLink to="/my/address" className={classes}>
        begins alike
      </NavLink>
      <NavLink to="/MY/address-book/address" end className={classes}>
        this one
      </NavLink>
    </MemoryRouter>,
  );
  const told = ["below", "itself", "begins alike", "this one"].map((name) => {
    const link = screen.getByText(name);
    return [link.className, link.getAttribute("aria-current")];
  });
  expect(told).toEqual([
    ["here", "page"],
    ["away", null],
    ["away", null],
    ["here", "page"],
  ]);
});

test("leads on as soon as it is shown, in place of where it stood", async () => {
  render(
    <StrictMode>
      <MemoryRouter at="/old">
        <Where />
        <Routes>
          <Route path="/old" element={<Navigate to="/new?from=old" replace />} />
          <Route path="*" element={<p>there</p>} />
        </Routes>
      </MemoryRouter>
    </StrictMode>,
  );
  expect(await screen.findByText("there")).toBeTruthy();
  expect(where()).toBe("REPLACE /new?from=old");
});

function Query() {
  const [params, setParams] = useSearchParams();
  const next = (before: URLSearchParams) => {
    before.set("page", "2");
    return before;
  };
  return (
    <>
      <p data-testid="query">{params.get("page") ?? "none"}</p>
      <button type="button" onClick={() => setParams(next, { replace: true })}>
        second
      </button>
      <button type="button" onClick={() => setParams({})}>
        all
      </button>
    </>
  );
}

test("a query is read and changed on its page", async () => {
  const user = userEvent.setup();
  render(
    <MemoryRouter at="/orders/?status=open#top">
      <Where />
      <Query />
    </MemoryRouter>,
  );
  expect(screen.getByTestId("query").textContent).toBe("none");
  await user.click(screen.getByText("second"));
  expect(where()).toBe("REPLACE /orders/?status=open&page=2");
  expect(screen.getByTestId("query").textContent).toBe("2");
  await user.click(screen.getByText("all"));
  expect(where()).toBe("PUSH /orders/");
});

function Moves() {
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => void navigate("/two?x=1#y")}>
        two
      </button>
      <button type="button" onClick={() => void navigate("/three", { replace: true })}>
        three
      </button>
    </>
  );
}

test("in a window the history is the browser's: new entries, entries in place of others, and Back", async () => {
  const user = userEvent.setup();
  history.replaceState({ over: 2 }, "", "/one");
  const entries = history.length;
  render(
    <BrowserRouter>
      <Where />
      <Moves />
    </BrowserRouter>,
  );
  expect(where()).toBe("POP /one");
  await user.click(screen.getByText("two"));
  expect([where(), location.pathname + location.search + location.hash]).toEqual(["PUSH /two?x=1#y", "/two?x=1#y"]);
  expect([history.length, Object.keys(history.state)]).toEqual([entries + 1, ["key"]]);
  await user.click(screen.getByText("three"));
  expect([where(), location.pathname, history.length]).toEqual(["REPLACE /three", "/three", entries + 1]);
  const back = new Promise((resolve) => window.addEventListener("popstate", resolve, { once: true }));
  await act(async () => {
    history.back();
    await back;
  });
  expect(where()).toBe("POP /one");
  history.replaceState(null, "", "/");
});

function Visit() {
  return <p data-testid="visit">{useLocation().key}</p>;
}

test("below a base routes and links know nothing of it, and each visit has a name", async () => {
  const user = userEvent.setup();
  history.replaceState(null, "", "/desk");
  render(
    <BrowserRouter base="/desk">
      <Where />
      <Visit />
      <Link to="/orders?queue=late">late</Link>
      <Query />
    </BrowserRouter>,
  );
  const visit = () => screen.getByTestId("visit").textContent;
  expect(where()).toBe("POP /");
  const first = visit();
  const link = screen.getByText("late");
  expect(link.getAttribute("href")).toBe("/desk/orders?queue=late");
  await user.click(link);
  expect([where(), location.pathname]).toEqual(["PUSH /orders?queue=late", "/desk/orders"]);
  const second = visit();
  await user.click(link);
  expect([where(), new Set([first, second, visit()]).size]).toEqual(["REPLACE /orders?queue=late", 3]);
  await user.click(screen.getByText("second"));
  expect(location.pathname + location.search).toBe("/desk/orders?queue=late&page=2");
  history.replaceState(null, "", "/");
});
