// What the tab 'Team roster' says where rows are pasted.
export const rosterWords = {
  intro:
    "Paste your roster and get the order: names, numbers and sizes become one line for each size, with each name and number on its piece. Names stay on this device until you add the rows to your cart.",
  help: "Copy the cells from your spreadsheet, headings included, in any order: name, number, one or more sizes. Up to 2,000 rows.",
  placeholder: "Player\tNumber\tJersey size\tShorts size\nReyes\t7\tYouth Med\tM",
  sample: "/assets/sample-roster.v1.csv",
  choosesProducts: true,
} as const;
