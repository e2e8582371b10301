// Where an e-mail may be broken.
import { expect, test } from "@jest/globals";
import { render } from "@testing-library/react";
import { Email } from "./Email";

test("an e-mail goes on before its sign, and copies as it is", () => {
  const { container } = render(<Email of="a.long.name@lincoln.example" />);
  expect(container.innerHTML).toBe("a.long.name<wbr>@lincoln.example");
  expect(container.textContent).toBe("a.long.name@lincoln.example");
  expect(render(<Email of="nothing" />).container.innerHTML).toBe("nothing");
});
