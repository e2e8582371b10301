// The catalogue of both sides: styles of four colors in three sizes, the same with every run.
const kinds = "Jersey,Short,Hoodie,Tee,Sock,Cap,Glove,Helmet,Ball,Bag".split(",");
const models = "Varsity,Captain,Rally,Redzone,Overtime,Practice,Elite,Heritage,Tempo,Summit".split(",");
const brands = "Halfpace,Suremark,Packhorse,Ironvale,Marlow".split(",");
const colors = ["Navy", "Royal", "Scarlet", "Black", "White", "Forest", "Gold", "Maroon"];
const sizes = ["S", "M", "L"];

/** So many styles. */
export const styles = (count) =>
  Array.from({ length: count }, (_, nth) => {
    const kind = kinds[nth % kinds.length];
    const name = `${models[Math.floor(nth / kinds.length) % models.length]} ${kind} ${nth}`;
    const number = `P${String(nth).padStart(5, "0")}`;
    return {
      number,
      name,
      slug: name.toLowerCase().replaceAll(" ", "-"),
      description: `The ${name} by ${brands[nth % brands.length]} is made for early mornings and long seasons.`,
      brand: brands[nth % brands.length],
      category: kind,
      articles: Array.from({ length: 4 }, (_, color) => colors[(nth + color) % colors.length]).flatMap((color) =>
        sizes.map((size, place) => ({
          sku: `${number}-${color.slice(0, 3).toUpperCase()}-${size}`,
          color,
          size,
          cents: 1299 + (nth % 40) * 100 + place * 100,
        })),
      ),
    };
  });

/** What shoppers type. */
export const words = [...kinds, ...models].map((word) => word.toLowerCase());
