// A general store of some 18,000 products for judging the order of results: hardware, office, kitchen, groceries,
// garden, pets, cars. Made by rule, the same with every run, and judged by rule: every product knows what it is, of
// which type, and what it only fits. One half of the departments is for tuning; the other, with other words for
// things, colors and finishes, is held out. Not here: how good an order is.

/** What is sold: category | noun | types | sizes | uses | parts. */
const tuned = `
Tools/Hammers & Mallets | hammer | claw, ball peen, framing, dead blow, tack | 8 oz, 16 oz, 22 oz | pulling nails, framing walls | handle, holster, wedge
Tools/Screwdrivers | screwdriver | phillips, slotted, torx, stubby, ratcheting | 3 in, 6 in, 8 in | tight corners, cabinet hinges | holder, bit, sleeve
Tools/Wrenches | wrench | adjustable, pipe, torque, basin, combination | 6 in, 10 in, 14 in | stuck nuts, faucet repair | rack, jaw, pouch
Tools/Saws | saw | hand, coping, miter, pruning, drywall | 10 in, 15 in, 26 in | plywood sheets, crown molding | blade, scabbard, guide
Tools/Drills | drill | cordless, hammer action, right angle, bench | 12 V, 18 V, 20 V | concrete walls, deck building | battery, charger, chuck
Tools/Levels | level | torpedo, box beam, laser, string | 9 in, 24 in, 48 in | hanging pictures, leveling floors | tripod, vial, case
Hardware/Hinges | hinge | butt, strap, piano, concealed, spring | 2 in, 3 in, 4 in | kitchen cabinets, garden gates | pin, template
Hardware/Locks | padlock | keyed, combination, disc, marine grade | 30 mm, 40 mm, 50 mm | storage lockers, bike sheds | key, shackle, cover
Hardware/Screws | screw | wood, drywall, machine, deck, lag | #6, #8, #10 | outdoor decks, sheet metal | cap, anchor, organizer
Hardware/Shelving | shelf | floating, corner, wire, garage | 24 in, 36 in, 48 in | heavy boxes, small plants | bracket, liner, clip
Hardware/Ladders | ladder | step, extension, telescoping, attic | 4 ft, 6 ft, 24 ft | roof gutters, high ceilings | stabilizer, hook, foot
Office/Staplers | stapler | desktop, electric, long reach, heavy duty | 20 sheet, 60 sheet, 100 sheet | booklets, thick reports | staple, spring, remover
Office/Pens | pen | ballpoint, gel, fountain, felt tip | 0.5 mm, 0.7 mm, 1.0 mm | journaling, signing contracts | refill, cartridge, cup
Office/Binders | binder | ring, zippered, view, lever arch | 1 in, 2 in, 3 in | school notes, tax records | divider, label, spine
Office/Chairs | chair | task, executive, drafting, kneeling | small, standard, tall | long workdays, standing desks | cushion, mat, caster
Office/Desks | desk | standing, corner, writing, folding | 40 in, 48 in, 60 in | home offices, small bedrooms | drawer, grommet, riser
Office/Printers | printer | laser, inkjet, receipt, photo | A4, letter, legal | shipping labels, glossy photos | toner, tray, cable
Office/Shredders | shredder | cross cut, strip cut, micro cut | 6 sheet, 10 sheet, 18 sheet | bank statements, credit cards | oil, bag, bin
Office/Calculators | calculator | graphing, printing, pocket, scientific | 8 digit, 10 digit, 12 digit | algebra class, bookkeeping | ribbon, roll, adapter
Kitchen/Knives | knife | paring, bread, chef, boning, steak | 3 in, 5 in, 8 in | slicing tomatoes, trimming meat | sharpener, block, sheath
Kitchen/Pans | skillet | cast iron, nonstick, carbon steel, electric | 8 in, 10 in, 12 in | searing steaks, fried eggs | lid, scraper, protector
Kitchen/Kettles | kettle | whistling, gooseneck, electric, enamel | 1 L, 1.7 L, 2 L | pour over coffee, loose leaf tea | gasket, base, descaler
Kitchen/Blenders | blender | immersion, countertop, personal, hand crank | 300 W, 700 W, 1200 W | green smoothies, pureed soups | jar, blade, tamper
Kitchen/Scales | scale | digital, mechanical, hanging, pocket | 2 kg, 5 kg, 10 kg | weighing flour, postage | bowl, platform, weight
Kitchen/Mixers | mixer | stand, hand, spiral | 3 qt, 5 qt, 7 qt | bread dough, whipped cream | whisk, paddle, attachment
Electrical/Batteries | battery | alkaline, lithium, rechargeable, button cell | AA, AAA, 9 V | smoke alarms, game controllers | tester, tray, contact
Electrical/Lamps | lamp | desk, floor, clip on, torchiere | 5 W, 9 W, 15 W | late reading, dark corners | shade, bulb, socket
Electrical/Cords | extension cord | indoor, outdoor, retractable, flat plug | 6 ft, 25 ft, 50 ft | holiday displays, power tools | reel, wrap, lock
Cleaning/Mops | mop | spin, string, sponge, steam | small, medium, large | tile floors, spilled milk | bucket, head, wringer
Cleaning/Vacuums | vacuum | upright, canister, stick, shop | 2 gal, 5 gal, 12 gal | pet fur, workshop dust | filter, hose, brush
Cleaning/Brooms | broom | push, corn, angle, whisk | 12 in, 18 in, 24 in | sawdust, fallen leaves | dustpan, bristle, hanger
`;
const heldOut = `
Grocery/Coffee | coffee | espresso, decaf, french roast, cold brew | 12 oz, 1 lb, 5 lb | early mornings, iced drinks | grinder, filter, scoop
Grocery/Tea | tea | earl grey, chamomile, jasmine, oolong | 20 ct, 50 ct, 100 ct | bedtime, sore throats | infuser, strainer, caddy
Grocery/Pasta | spaghetti | whole wheat, gluten free, thin, egg | 8 oz, 12 oz, 16 oz | weeknight dinners, meatballs | tongs, measure, server
Grocery/Oils | oil | olive, avocado, sesame, canola | 250 ml, 500 ml, 1 l | salad dressing, stir frying | cruet, pourer, funnel
Grocery/Cookies | cookie | oatmeal, shortbread, gingersnap, macadamia | 6 ct, 12 ct, 24 ct | lunch boxes, holiday gifts | cutter, jar, sheet
Grocery/Honey | honey | clover, manuka, wildflower, creamed | 8 oz, 12 oz, 32 oz | warm biscuits, sweetening | dipper, dispenser, pot
Garden/Shovels | shovel | digging, trenching, snow, transfer | 27 in, 48 in, 60 in | driveways, planting shrubs | grip, shaft, hanger
Garden/Rakes | rake | bow, thatch, shrub, landscape | 8 in, 16 in, 30 in | autumn leaves, gravel paths | tine, handle, bracket
Garden/Hoses | hose | soaker, expandable, coiled, rubber | 25 ft, 50 ft, 100 ft | vegetable beds, car washing | nozzle, reel, coupling
Garden/Planters | planter | hanging, self watering, terracotta, window box | 6 in, 10 in, 14 in | herbs, balcony flowers | saucer, trolley, insert
Garden/Mowers | mower | reel, riding, cordless, robotic | 16 in, 21 in, 42 in | steep slopes, small yards | blade, tarp, wheel
Garden/Pruners | pruner | bypass, anvil, ratchet, long reach | 6 in, 8 in, 9 in | rose bushes, fruit trees | sheath, spring, sharpener
Garden/Sprinklers | sprinkler | oscillating, impact, pop up, rotary | 1/2 in, 3/4 in, 1 in | large lawns, new seed | timer, spike, gasket
Garden/Wheelbarrows | wheelbarrow | poly, steel tray, two wheel, folding | 4 cu ft, 6 cu ft, 10 cu ft | hauling mulch, mixing cement | tire, axle, leg
Pets/Leashes | leash | retractable, bungee, chain, slip | 4 ft, 6 ft, 15 ft | strong pullers, night walks | dispenser, clasp, handle
Pets/Collars | collar | martingale, breakaway, reflective, leather | xs, s, m | puppies, escape artists | bell, tag, buckle
Pets/Crates | crate | wire, soft sided, airline, furniture | 24 in, 36 in, 48 in | travel, house training | pad, divider, pan
Pets/Aquariums | aquarium | rimless, bow front, betta, starter | 5 gal, 20 gal, 55 gal | shrimp, planted displays | heater, hood, stand
Pets/Litter | litter | clumping, pine, crystal, walnut shell | 10 lb, 20 lb, 40 lb | multiple cats, odor | scooper, box, mat
Automotive/Wipers | wiper | beam, hybrid, winter, rear | 16 in, 20 in, 26 in | ice storms, heavy rain | arm, motor, refill
Automotive/Jacks | jack | floor, bottle, scissor, farm | 2 ton, 3 ton, 6 ton | flat tires, low cars | pad, saddle, handle
Automotive/Compressors | compressor | pancake, portable, hot dog, stationary | 1 gal, 6 gal, 20 gal | nail guns, tires | regulator, hose, drain
Automotive/Waxes | wax | carnauba, paste, spray, ceramic | 8 oz, 14 oz, 16 oz | black paint, clear coats | applicator, towel, buffer
Automotive/Trailers | trailer | utility, boat, enclosed, tilt | 4 ft, 8 ft, 12 ft | kayaks, lawn equipment | hitch, fender, winch
Bath/Faucets | faucet | widespread, vessel, single hole, wall mount | 4 in, 8 in, 12 in | powder rooms, farmhouse sinks | aerator, cartridge, escutcheon
Bath/Towels | towel | bath, hand, beach, hooded | 16 in, 27 in, 35 in | swim lessons, guest rooms | bar, ring, warmer
Bath/Mirrors | mirror | medicine, vanity, shaving, fogless | 18 in, 24 in, 36 in | small bathrooms, makeup | clip, defogger, frame
Bath/Toilets | toilet | one piece, composting, corner, tankless | round, elongated, compact | cabins, tight spaces | seat, flapper, plunger
Nursery/Strollers | stroller | jogging, umbrella, double, travel | small, medium, large | twins, trail runs | canopy, organizer, footmuff
Nursery/Cribs | crib | convertible, mini, portable, sleigh | 24 in, 38 in, 52 in | newborns, grandparents | sheet, rail, mobile
Music/Guitars | guitar | acoustic, electric, classical, bass | 1/2, 3/4, 4/4 | beginners, studio recording | strap, string, capo
Music/Drums | drum | snare, bass, bongo, tongue | 8 in, 14 in, 22 in | marching bands, meditation | stick, pedal, throne
`;
const vocabulary = [
  {
    kinds: tuned,
    colors: "Red, Black, Navy, Forest Green, Yellow, Light Gray, White, Orange",
    finishes: "Matte Black, Brushed Nickel, Satin Brass, Stainless Steel, Galvanized, Glossy White",
    qualities: "Professional, Heavy-Duty, Economy, Compact, Premium",
    features: "soft grip, storage pouch, safety lock, magnetic tip",
    strangers: "ergonomic, quiet, waterproof, lightweight, durable, vintage",
  },
  {
    kinds: heldOut,
    colors: "Burgundy, Charcoal, Ivory, Teal, Slate Blue, Crimson, Beige, Dark Olive",
    finishes: "Polished Chrome, Oil-Rubbed Bronze, Antique Copper, Weathered Walnut, Powder Coated Graphite, Pewter",
    qualities: "Artisan, Deluxe, Everyday, Industrial, Signature",
    features: "carry bag, lifetime seal, quick release, easy clean rim",
    strangers: "eco friendly, sturdy, luxury, hypoallergenic, rustproof, bestselling",
  },
];
const syllables =
  "ba ber cal cor dan del far fen gal gor hal hol jas ken kor lan lor mar mel nor pal per ran rol sal sten tal tor val wen".split(
    " ",
  );
const BRANDS = 11;
const STYLES = 10;

const list = (text) => text.split(",").map((part) => part.trim());
const title = (text) => text.replaceAll(/(^|[\s-])\p{Ll}/gu, (letter) => letter.toUpperCase());
const plural = (noun) => {
  if (noun.endsWith("y") && !/[aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  if (/(kni|shel)fe?$/i.test(noun)) return noun.replace(/fe?$/, "ves");
  return /(s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
};

/** Numbers that look like chance and are the same with every run. */
function chance(seed) {
  let state = seed;
  const below = (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  return { below, one: (from) => from[below(from.length)] };
}

/** How products of a thing are called; each brand has ways of its own. */
/** @type {((words: any) => string)[]} */
const named = [
  ({ brand, type, noun, size }) => `${brand} ${type} ${noun} ${size}`,
  ({ type, noun, color }) => `${type} ${noun} - ${color}`,
  ({ type, noun, size, finish }) => `${noun}, ${type}, ${size}, ${finish}`,
  ({ quality, type, noun, feature, color }) => `${quality} ${type} ${noun} with ${feature} ${color}`,
  ({ brand, line, type, noun, color, size }) => `${brand} ${line} ${type} ${noun} ${color} ${size}`,
  ({ type, noun, count }) => `${type} ${plural(noun)} (Pack of ${count})`,
  ({ type, noun, count, finish }) => `Set of ${count} ${type} ${plural(noun)} ${finish}`,
  ({ type, noun, use }) => `${type} ${noun} for ${use}`,
  ({ line, count, type, noun, finish }) => `${line} ${count}00 ${type} ${noun} ${finish}`,
  ({ quality, type, noun, size, color }) => `${quality} ${type} ${noun}, ${size} (${color})`,
];
/** And what only fits the thing. */
/** @type {((words: any) => string)[]} */
const fitting = [
  ({ noun, part, color }) => `${noun} ${part} - ${color}`,
  ({ type, noun, part }) => `${part} for ${type} ${noun}`,
  ({ brand, noun, part }) => `Replacement ${part} to fit ${brand} ${plural(noun)}`,
  ({ brand, noun, part, size }) => `${brand} ${noun} ${part} ${size}`,
  ({ quality, noun, part, other }) => `${quality} ${part} for ${plural(noun)} and ${plural(other)}`,
  ({ type, noun, part, finish }) => `${type} ${noun} ${part} ${finish}`,
];

function kindsOf({ kinds, ...words }, held, random) {
  const lists = Object.fromEntries(Object.entries(words).map(([name, text]) => [name, list(text)]));
  const coined = () => title(`${random.one(syllables)}${random.one(syllables)}${random.one(syllables)}`);
  const brands = Array.from({ length: BRANDS }, coined);
  const lines = Array.from({ length: BRANDS * 2 }, coined);
  return kinds
    .trim()
    .split("\n")
    .map((text) => {
      const [category, noun, types, sizes, uses, parts] = text.split("|").map((cell) => cell.trim());
      const own = { category, noun, types: list(types), sizes: list(sizes), uses: list(uses), parts: list(parts) };
      return { ...own, ...lists, brands, lines, held };
    });
}

/** Everything that the store sells; what a judgement asks for stands in `is`. */
function stock(kinds, random) {
  const products = [];
  const put = (kind, is, name, { brand, color, finish, size, use, other, quality }) => {
    const id = `g${String(products.length).padStart(5, "0")}`;
    const department = kind.category.split("/")[0];
    const category = is.part && random.below(2) === 0 ? `${department}/Parts & Accessories` : kind.category;
    const what = is.part ? `${is.part} for ${random.one(kind.types)} ${plural(kind.noun)}` : `${is.type} ${kind.noun}`;
    const sentences = [
      `This ${quality.toLowerCase()} ${what} by ${brand} is made for ${use}.`,
      random.one([
        `Keep it beside your ${other.noun} or ${random.one(other.parts)}.`,
        `Whoever bought a ${other.noun} also took this.`,
        `A ${random.one(kind.strangers)} choice, as good as any ${random.one(other.types)} ${other.noun}.`,
        `Comes in ${color.toLowerCase()}; a matching ${other.noun} is sold separately.`,
        `${title(random.one(kind.strangers))} and made to last.`,
      ]),
    ];
    products.push({
      id,
      name,
      brand,
      category,
      description: sentences.join(" "),
      keywords: random.below(3) === 0 ? [use, department.toLowerCase()] : [],
      popularity: random.below(1000),
      color,
      size,
      is: { noun: kind.noun, brand, colors: [color, finish].filter((text) => name.includes(text)), size, use, ...is },
    });
  };
  for (const kind of kinds) {
    const near = kinds.filter(
      (other) =>
        other !== kind && other.held === kind.held && other.category.split("/")[0] === kind.category.split("/")[0],
    );
    const facts = (nth) => ({
      brand: kind.brands[nth % kind.brands.length],
      line: random.one(kind.lines),
      color: random.one(kind.colors),
      finish: random.one(kind.finishes),
      size: random.one(kind.sizes),
      use: random.one(kind.uses),
      quality: random.one(kind.qualities),
      feature: random.one(kind.features),
      count: 2 + random.below(11),
      other: random.one(near),
    });
    const naming = ({ other, ...own }, more) => {
      const words = { ...own, ...more, noun: kind.noun, other: other.noun };
      return Object.fromEntries(
        Object.entries(words).map(([word, text]) => [word, typeof text === "string" ? title(text) : text]),
      );
    };
    const told = (name) => name.replaceAll(/ (For|With|To|Of|And) /g, (word) => word.toLowerCase());
    for (const type of kind.types) {
      for (let nth = 0; nth < BRANDS * 5; nth++) {
        const own = facts(nth);
        const style = named[(nth * 3 + Math.floor(nth / BRANDS)) % STYLES];
        put(kind, { type }, told(style(naming(own, { type }))), own);
      }
    }
    for (const part of kind.parts) {
      for (let nth = 0; nth < BRANDS * 2; nth++) {
        const own = facts(nth);
        const style = fitting[nth % fitting.length];
        put(kind, { part }, told(style(naming(own, { part, type: random.one(kind.types) }))), own);
      }
    }
  }
  return products;
}

/** What somebody types, and what each product is worth to them. */
function asked(kinds, random) {
  const queries = [];
  for (const kind of kinds) {
    const ask = (query, grade) => queries.push({ query, held: kind.held, gradeOf: ({ is }) => grade(is) });
    const [type, size, use, part] = [kind.types, kind.sizes, kind.uses, kind.parts].map((from) => random.one(from));
    const [color, brand, stranger, quality] = [kind.colors, kind.brands, kind.strangers, kind.qualities].map((from) =>
      random.one(from),
    );
    const { noun } = kind;
    const thing = (is) => is.noun === noun && !is.part;
    const only = (is) => (thing(is) ? 3 : 0);
    const better = (holds) => (is) => {
      if (!thing(is)) return 0;
      return holds(is) ? 3 : 1;
    };
    ask(plural(noun), only);
    ask(
      `${type} ${noun}`,
      better((is) => is.type === type),
    );
    ask(
      `${plural(noun)} ${type}`,
      better((is) => is.type === type),
    );
    ask(
      `${color.toLowerCase()} ${noun}`,
      better((is) => is.colors.includes(color)),
    );
    ask(
      `${brand.toLowerCase()} ${noun}`,
      better((is) => is.brand === brand),
    );
    ask(
      `${noun} ${size}`,
      better((is) => is.size === size),
    );
    ask(
      `${noun} for ${use}`,
      better((is) => is.use === use),
    );
    ask(`${stranger} ${noun}`, only);
    ask(
      `${quality.toLowerCase()} ${stranger} ${type} ${noun}`,
      better((is) => is.type === type),
    );
    const partOf = (is) => {
      if (is.part !== part) return 0;
      return is.noun === noun ? 3 : 1;
    };
    ask(`${noun} ${part}`, partOf);
    ask(`${part} for ${noun}`, partOf);
    ask(`replacement ${plural(part)} for ${type} ${noun}`, partOf);
    const middle = Math.floor(noun.length / 2);
    const slip = noun.slice(0, middle) + noun.slice(middle + 1);
    if (noun.length > 5) ask(slip, only);
  }
  return queries;
}

/** The products of the store and the judged queries, those of the held-out half marked. */
export function generalStore() {
  const random = chance(20261122);
  const kinds = vocabulary.flatMap((half, nth) => kindsOf(half, nth === 1, random));
  return { products: stock(kinds, random), queries: asked(kinds, random) };
}
