// A cart of 500 lines as the rules read it: 25 products in 20 sizes, with tiers, offers and multiples.

/** The lines `evaluateCart` takes. */
export const cartOf500Lines = () =>
  Array.from({ length: 500 }, (_, index) => {
    const product = Math.floor(index / 20);
    const price = 1200 + product * 135;
    return {
      key: `line-${index}`,
      product: `product-${product}`,
      quantity: (1 + (index % 7)) * 6,
      price,
      offerPrice: product % 5 === 0 ? price - 150 : undefined,
      tiers: [
        { minimumQuantity: 24, value: price - 100 },
        { minimumQuantity: 72, value: price - 200 },
        { minimumQuantity: 144, value: price - 300 },
      ],
      minOrderQty: product % 3 === 0 ? 6 : 0,
      deliveryUnit: product % 4 === 0 ? 6 : 0,
      unavailable: false,
      availableDate: "",
      callToOrder: false,
    };
  });
