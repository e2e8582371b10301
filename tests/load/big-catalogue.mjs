// A catalogue of 200,000 articles for the figures of search: styles of several colours and sizes with names, makers,
// categories and texts, the same with every run. Written as CSV for the real import.
import { once } from "node:events";
import { createWriteStream, writeFileSync } from "node:fs";
import { join } from "node:path";

const nouns = {
  "Football/Uniforms": ["Game Jersey", "Practice Jersey", "Football Pant", "Girdle"],
  "Football/Protective": ["Shoulder Pads", "Football Helmet", "Mouthguard", "Receiver Gloves"],
  "Basketball/Uniforms": ["Basketball Jersey", "Reversible Jersey", "Basketball Short"],
  "Soccer/Uniforms": ["Soccer Jersey", "Soccer Short", "Soccer Sock", "Shin Guards"],
  "Baseball/Gear": ["Fielding Glove", "Batting Helmet", "Baseball Bat", "Base Set"],
  "Volleyball/Uniforms": ["Volleyball Jersey", "Volleyball Short", "Knee Pads"],
  "Apparel/Tops": ["Tee", "Performance Tee", "Long-Sleeve Tee", "Coaches Polo", "Quarter-Zip"],
  "Apparel/Outerwear": ["Hoodie", "Crewneck Sweatshirt", "Full-Zip Jacket", "Puffer Vest"],
  "Apparel/Bottoms": ["Training Short", "Jogger", "Legging", "Training Pant"],
  "Apparel/Headwear": ["Cap", "Visor", "Beanie", "Headband"],
  "Training/Agility": ["Cone Set", "Agility Ladder", "Speed Hurdle", "Jump Rope"],
  "Training/Strength": ["Kettlebell", "Dumbbell Pair", "Medicine Ball", "Weight Vest"],
  "Facility/Sideline": ["Water Bottle", "Scoreboard", "Whistle", "Stopwatch", "Duffel", "Backpack"],
  "Spirit/Stadium": ["Stadium Blanket", "Scarf", "Tumbler", "Pennant", "Poms", "Megaphone"],
};
const models =
  "Varsity Sideline Touchline Halftime Captain Rally Dugout Redzone Overtime Practice Tournament Classic Elite Junior Scholastic Champion Heritage Tempo Interval Weekender Clubhouse Homecoming Signal Summit Harbor Prairie Granite Falcon Comet Anchor".split(
    " ",
  );
const qualities =
  "Lightweight Moisture-Wicking Reinforced Breathable Water-Resistant Double-Stitched Brushed Ribbed Vented Padded Reflective Seamless Insulated Stretch".split(
    " ",
  );
const materials = "polyester cotton mesh fleece leather nylon rubber foam steel canvas spandex wool".split(" ");
const colors =
  "Navy Royal Scarlet Maroon Black White Grey Forest Kelly Gold Orange Purple Teal Cardinal Columbia Vegas".split(" ");
const sizes = ["XS", "S", "M", "L", "XL", "2XL", "3XL"];
const syllables =
  "ba ber cal cor dan del far fen gal gor hal hol jas ken kor lan lor mar mel nor pal per ran rol sal sten tal tor val wen".split(
    " ",
  );

const columns = [
  "style",
  "sku",
  "name",
  "brand",
  "category",
  "description",
  "keywords",
  "popularity",
  "color",
  "size",
  "price",
  "stock",
];

const mapping = `source = "big"
sites = ["fieldhouse"]

[rows]
group-by = "style"

[product]
slug = "style"
id = "style"
sku = "style"
name = "name"
brand = "brand"
description = "description"
keywords = { column = "keywords", split = "," }
popularity = "popularity"
categories = { columns = ["category"], between = "/" }

[variant]
sku = "sku"
price = "price"
stock = "stock"
stock-counted = { value = "yes" }
options = [{ name = "color-name", value = "color" }, { name = "size-name", value = "size" }]
`;

/** Writes the file and its mapping; their paths. */
export async function writeBigCatalogue(folder, articles = 200_000) {
  let seed = 20261120;
  const below = (bound) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * bound);
  };
  const one = (list) => list[below(list.length)];
  const some = (list, count) => {
    const first = below(list.length);
    return Array.from({ length: count }, (_, nth) => list[(first + nth * 5) % list.length]);
  };
  // A name of its own for each maker and many styles: the words a catalogue is full of.
  const coined = () => {
    const word = one(syllables) + one(syllables) + one(syllables);
    return word[0].toUpperCase() + word.slice(1);
  };
  const makers = Array.from({ length: 80 }, coined);
  const file = join(folder, "big.csv");
  const out = createWriteStream(file);
  out.write(`${[...columns, "color-name", "size-name"].join(",")}\n`);
  const places = Object.entries(nouns);
  for (let style = 0, written = 0; written < articles; style++) {
    const [place, kinds] = one(places);
    const name = `${one(models)} ${below(3) === 0 ? `${coined()} ` : ""}${one(kinds)}`;
    const made = `${one(qualities)} ${one(materials)} with ${one(qualities).toLowerCase()} ${one(materials)} panels`;
    const description = `The ${name} is made of ${made}. Built for ${one(models).toLowerCase()} days by ${one(makers)}.`;
    const number = `B${String(style).padStart(5, "0")}`;
    const facts = [name, one(makers), place, description, `${one(materials)},${one(models)}`, below(1000)];
    const base = 999 + below(9000);
    for (const color of some(colors, 2 + below(3))) {
      for (const size of sizes.slice(below(3), 4 + below(4))) {
        if (written === articles) break;
        written += 1;
        const sku = `${number}-${color.slice(0, 3).toUpperCase()}-${size}`;
        const price = ((base + sizes.indexOf(size) * 50) / 100).toFixed(2);
        const cells = [number, sku, ...facts, color, size, price, below(20) === 0 ? 0 : 50, "color", "size"];
        if (!out.write(`${cells.map((cell) => `"${cell}"`).join(",")}\n`)) await once(out, "drain");
      }
    }
  }
  out.end();
  await once(out, "finish");
  const rules = join(folder, "big.toml");
  writeFileSync(rules, mapping);
  return { file, mapping: rules };
}

/** What shoppers type, letter by letter, words of which most are there and some are not. */
export function typedQueries() {
  const whole = [
    ...Object.values(nouns)
      .flat()
      .map((noun) => noun.toLowerCase()),
    ...models.slice(0, 12).map((model) => `${model.toLowerCase()} jersey`),
    ...colors.slice(0, 8).map((color) => `${color.toLowerCase()} hoodie`),
    "practise jresey",
    "basketbal short",
    "watter bottle",
    "b00123",
    "b01234-nav",
    "marlorbal",
  ];
  return [
    ...new Set(
      whole.flatMap((query) => Array.from({ length: query.length - 2 }, (_, nth) => query.slice(0, nth + 3).trim())),
    ),
  ].filter((query) => query.length >= 3);
}
