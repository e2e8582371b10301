// Errors of the rules end up at react-hook-form's fields.
import { rulesResolver } from "./resolver";

const options = { fields: {}, shouldUseNativeValidation: false };

test("the first error of each field is shown at its path, one of no field at the root", async () => {
  const resolve = rulesResolver(() => [
    { field: "address.zip", code: "enter_zip", message: "Zip/Postal Code is required" },
    { field: "address.zip", code: "zip_shape", message: "second" },
    { field: "", code: "cart_empty", message: "Your cart is empty" },
  ]);
  expect(await resolve({}, undefined, options)).toEqual({
    values: {},
    errors: {
      address: { zip: { type: "enter_zip", message: "Zip/Postal Code is required" } },
      root: { type: "cart_empty", message: "Your cart is empty" },
    },
  });
});

test("a draft without errors is handed on", async () => {
  const draft = { poNumber: "PO-1" };
  expect(await rulesResolver(() => [])(draft, undefined, options)).toEqual({ values: draft, errors: {} });
});
