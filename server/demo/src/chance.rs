//! Choices that look like chance and are the same on every machine: no clock, no randomness.

/// A stream of numbers fixed by its name. Every style has its own, so that adding a style changes
/// no other.
#[derive(Debug, Clone)]
pub struct Chance(u64);

impl Chance {
    /// The stream of that name.
    pub fn named(name: &str) -> Self {
        let start = name
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        Self(start)
    }

    /// The next number (`SplitMix64`).
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// One of `0..count`; 0 when `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        let count = u64::try_from(count).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.next() % count).unwrap_or(0)
    }

    /// One of `low..=high`.
    pub fn between(&mut self, low: u32, high: u32) -> u32 {
        let span = usize::try_from(high.saturating_sub(low)).unwrap_or(0).saturating_add(1);
        low.saturating_add(u32::try_from(self.below(span)).unwrap_or(0))
    }

    /// True in `percent` of a hundred cases.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the list; the default of an empty one.
    pub fn one_of<T: Copy + Default>(&mut self, list: &[T]) -> T {
        let at = self.below(list.len());
        list.get(at).copied().unwrap_or_default()
    }

    /// `count` different ones of the list, in the list's order.
    pub fn some_of<T: Copy>(&mut self, list: &[T], count: usize) -> Vec<T> {
        let mut left: Vec<(usize, T)> = list.iter().copied().enumerate().collect();
        while left.len() > count {
            let out = self.below(left.len());
            left.remove(out);
        }
        left.into_iter().map(|(_, item)| item).collect()
    }
}
