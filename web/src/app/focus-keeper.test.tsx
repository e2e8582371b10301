import { expect, jest, test } from "@jest/globals";
import { render, screen, waitFor } from "@testing-library/react";
import { useFocusKeeper } from "./focus-keeper";

function Page() {
  useFocusKeeper();
  return (
    <div id="around">
      <button type="button">Once</button>
    </div>
  );
}

test("a disabled button loses the focus to what it lies in, also where the browser leaves it the focus", async () => {
  // jsdom draws nothing, and takes no focus away.
  jest.spyOn(HTMLElement.prototype, "getClientRects").mockReturnValue([{}] as unknown as DOMRectList);
  render(<Page />);
  const once = screen.getByRole("button");
  once.focus();
  once.setAttribute("disabled", "");
  await waitFor(() => expect(document.activeElement?.id).toBe("around"));
});
