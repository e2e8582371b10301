// Start of the desk in the browser.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "../ui/router";
import { Desk } from "./app/Desk";
import { newQueryClient } from "./shared/queries";
import { readTheme, showTheme } from "./shared/theme";
import "./desk.css";

showTheme(readTheme());
const root = document.getElementById("root");
if (!root) throw new Error("the page has no #root");
createRoot(root).render(
  <StrictMode>
    <BrowserRouter base="/desk">
      <Desk client={newQueryClient()} />
    </BrowserRouter>
  </StrictMode>,
);
