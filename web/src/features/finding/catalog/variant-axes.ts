// What the variants of a product differ in: the pickers of the page and which variant a pick leads to.
import type { VariantGroupView } from "@fieldhouse/rules";

export interface Axis {
  /** Attribute name of the specification: `color`, `style`, `hand` … */
  name: string;
  label: string;
  values: string[];
}

const labels: Record<string, string> = {
  color: "Color",
  style: "Style",
  hand: "Hand",
  age: "Age",
  team: "Team",
  number: "Number",
  adultOrYouth: "Adult or youth",
  powerSource: "Power source",
  flavor: "Flavor",
  border: "Border",
  grade: "Grade",
  shoulderPadModel: "Shoulder pad model",
  weight: "Weight",
  length: "Length",
};

export function attributeOf(variant: VariantGroupView | undefined, name: string): string {
  return variant?.attributesData.find((attribute) => attribute.name === name)?.value ?? "";
}

/** One picker for each attribute in which variants differ, colours first. */
export function axesOf(variants: readonly VariantGroupView[]): Axis[] {
  const names = [...new Set(variants.flatMap((variant) => variant.attributesData.map((attribute) => attribute.name)))];
  const axes = names
    .filter((name) => name in labels)
    .map((name) => ({
      name,
      label: labels[name] ?? name,
      values: [...new Set(variants.map((variant) => attributeOf(variant, name)))].filter((value) => value !== ""),
    }))
    .filter((axis) => axis.values.length > 1)
    .sort((left, right) => Number(right.name === "color") - Number(left.name === "color"));
  if (axes.length > 0 || variants.length < 2) return axes;
  // Nothing says what sets them apart: their titles do.
  return [{ name: "", label: "Option", values: variants.map((variant) => variant.productVariant.title) }];
}

export function hasValue(variant: VariantGroupView, axis: Axis, value: string): boolean {
  return axis.name === "" ? variant.productVariant.title === value : attributeOf(variant, axis.name) === value;
}

/** The variant with `value` on `axis` that otherwise keeps as many of the present choices as it can. */
export function pick(
  variants: readonly VariantGroupView[],
  axes: readonly Axis[],
  now: number,
  axis: Axis,
  value: string,
): number {
  const present = variants[now];
  const kept = (variant: VariantGroupView) =>
    axes.filter((each) => each !== axis && attributeOf(variant, each.name) === attributeOf(present, each.name)).length;
  let best = -1;
  variants.forEach((variant, index) => {
    if (!hasValue(variant, axis, value)) return;
    const before = variants[best];
    if (!before || kept(variant) > kept(before)) best = index;
  });
  return best < 0 ? now : best;
}
