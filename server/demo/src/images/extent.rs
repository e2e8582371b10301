//! The box an outline lies in, from its path data: panels are measured by it, so that a yoke is a yoke on any cut.

/// Left, top, right and bottom in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// Left.
    pub left: i32,
    /// Top.
    pub top: i32,
    /// Right.
    pub right: i32,
    /// Bottom.
    pub bottom: i32,
}

impl Extent {
    /// Of outlines in absolute commands, by their points and handles; nothing when there is none.
    pub fn of<'a>(outlines: impl Iterator<Item = &'a str>) -> Option<Self> {
        outlines.flat_map(points).fold(None, |found: Option<Self>, (x, y)| {
            let known = found.unwrap_or(Self { left: x, top: y, right: x, bottom: y });
            Some(Self {
                left: known.left.min(x),
                top: known.top.min(y),
                right: known.right.max(x),
                bottom: known.bottom.max(y),
            })
        })
    }

    /// How much it covers.
    #[cfg(test)]
    pub fn area(self) -> i32 {
        (self.right - self.left) * (self.bottom - self.top)
    }

    /// What sets a square of 100 into it.
    pub fn placing(self) -> String {
        let Self { left, top, right, bottom } = self;
        let share = |length: i32| format!("{}.{:02}", length / 100, length % 100);
        format!("translate({left} {top}) scale({} {})", share(right - left), share(bottom - top))
    }
}

/// The points of a path, whole pixels.
fn points(path: &str) -> Vec<(i32, i32)> {
    let mut found = Vec::new();
    let mut last = (0, 0);
    for at in path.match_indices(|letter: char| letter.is_ascii_alphabetic()).map(|(at, _)| at) {
        let (command, rest) = path.split_at(at).1.split_at(1);
        let numbers = rest.split(|letter: char| letter.is_ascii_alphabetic()).next().unwrap_or_default();
        let numbers: Vec<i32> = numbers.split([' ', ',']).filter_map(whole).collect();
        match (command, numbers.as_slice()) {
            ("H", [.., x]) => found.push((*x, last.1)),
            ("V", [.., y]) => found.push((last.0, *y)),
            // Half of a circle bulges by its radius to either side.
            ("A", [radius, .., x, y]) => {
                let (x, y, r) = ((last.0 + x) / 2, i32::midpoint(last.1, *y), *radius);
                let far = if (last.1 - y).abs() < 2 { r * 2 } else { r };
                found.extend([(x - r, y), (x + r, y + far), numbers_end(&numbers)]);
            }
            (_, pairs) => found.extend(pairs.chunks_exact(2).filter_map(|pair| Some((*pair.first()?, *pair.get(1)?)))),
        }
        last = found.last().copied().unwrap_or(last);
    }
    found
}

fn numbers_end(numbers: &[i32]) -> (i32, i32) {
    let mut back = numbers.iter().rev();
    let y = back.next().copied().unwrap_or_default();
    (back.next().copied().unwrap_or_default(), y)
}

/// A number without its fraction.
fn whole(text: &str) -> Option<i32> {
    text.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_holds_every_point() {
        let of = |path| Extent::of(std::iter::once(path)).unwrap();
        assert_eq!(
            of("M60 430C60 396 130 376 220 376V500.5H30Z"),
            Extent { left: 30, top: 376, right: 220, bottom: 500 }
        );
        assert_eq!(of("M10 10H250V90Z").placing(), "translate(10 10) scale(2.40 0.80)");
        assert!(Extent::of(std::iter::empty()).is_none());
    }
}
