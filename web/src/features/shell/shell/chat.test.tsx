// `#chat` where a chat widget is configured: its script, the brand's application id, and what happens without it.
import type { ShellView } from "@fieldhouse/rules";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { shell } from "../../../../test/cart-samples";
import { renderPage } from "../../../../test/render-page";
import { stubApi } from "../../../../test/stub-api";
import { Anchor } from "../../../ui/Anchor";
import ChatLinks from "./ChatLinks";

const script = "https://chat.example/widget.js";
const talking: ShellView = { ...shell, chat: { script, object: "ExampleChat", applicationId: "app-7" } };

const scripts = () => [...document.querySelectorAll<HTMLScriptElement>(`script[src="${script}"]`)];
const page = (
  <>
    <Anchor href="#chat">Chat</Anchor>
    <ChatLinks />
  </>
);

beforeEach(() => void stubApi());
afterEach(() => {
  for (const element of scripts()) element.remove();
  delete document.documentElement.dataset.settled;
});

test("without a chat nothing is fetched, and the ways to reach the store open", async () => {
  renderPage(page, "/", shell);
  act(() => void document.dispatchEvent(new Event("page-settled")));
  await userEvent.click(screen.getByRole("link", { name: "Chat" }));
  await screen.findByRole("dialog");
  expect(scripts()).toEqual([]);
});

test("a script that cannot be had leaves the ways to reach the store, and is asked for again", async () => {
  jest.spyOn(console, "error").mockImplementation(() => undefined);
  renderPage(page, "/", talking);
  await userEvent.click(screen.getByRole("link", { name: "Chat" }));
  await waitFor(() => expect(scripts()).toHaveLength(1));
  act(() => void scripts()[0]?.dispatchEvent(new Event("error")));
  await screen.findByRole("dialog");
  expect(scripts()).toEqual([]);
});

test("once the page has settled the widget begins with the brand's id, and #chat shows it", async () => {
  renderPage(page, "/", talking);
  expect(scripts()).toEqual([]);
  act(() => void document.dispatchEvent(new Event("page-settled")));
  expect(scripts()).toHaveLength(1);
  const widget = { init: jest.fn(), show: jest.fn() };
  Object.assign(window, { ExampleChat: widget });
  act(() => void scripts()[0]?.dispatchEvent(new Event("load")));
  await waitFor(() => expect(widget.init).toHaveBeenCalledWith({ appId: "app-7" }));
  expect(widget.show).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("link", { name: "Chat" }));
  await waitFor(() => expect(widget.show).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole("dialog")).toBeNull();
  // However often it is asked for, it is fetched and begun once.
  expect(scripts()).toHaveLength(1);
  expect(widget.init).toHaveBeenCalledTimes(1);
});
