// What Stryker leaves unchanged, because no component test could honestly notice: jsdom draws nothing, so what a class
// does to a page is asserted in Chromium (tests/e2e), a key of a list is React's own affair, and what the page renderer
// gets in place of a window is left out of every other build.
const toDraw = /^key$|className$/i;
const reason = "what it looks like is asserted in Chromium";

const drawn = (path) => path.findParent((parent) => parent.isJSXAttribute() && toDraw.test(parent.node.name.name));

// A constant that goes nowhere but into class names is one of them.
function onlyDrawn(path) {
  const { id, init } = path.node;
  if (id.type !== "Identifier" || init?.type !== "StringLiteral") {
    return false;
  }
  const uses = path.scope.getBinding(id.name)?.referencePaths ?? [];
  return uses.length > 0 && uses.every(drawn);
}

const ofTheRenderer = (path) =>
  path.key === "consequent" &&
  path.parentPath.isConditionalExpression() &&
  path.parent.test.name === "__PAGE_RENDERER__";

export const strykerPlugins = [
  {
    kind: "Ignore",
    name: "drawn",
    value: {
      shouldIgnore(path) {
        const attribute = path.isJSXAttribute() && toDraw.test(path.node.name.name);
        if (attribute || (path.isVariableDeclarator() && onlyDrawn(path))) return reason;
        return ofTheRenderer(path) ? "only the page renderer has it" : undefined;
      },
    },
  },
];
