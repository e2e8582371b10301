//! Drawings: spirit goods, awards, graduation.

use super::studio::{Drawing, Light, Paint, Piece, Stand};

/// Spirit goods.
pub const ALL: &[Drawing] = &[
    Drawing {
        name: "pom-poms",
        stand: Stand::Floor(400, 650, 310),
        pieces: &[
            Piece {
                body: "M250 240L276 290L316 250L322 306L372 280L358 334L414 328L382 374L432 392L388 424L424 462L370 470L392 522L338 508L340 564L296 532L276 584L246 536L208 578L200 524L148 546L164 494L108 494L144 452L94 430L142 404L104 364L158 358L136 306L188 322L188 266L230 300Z",
                light: Light::Ball,
                decor: &[
                    r#"<path d="M262 412L200 266M262 412L310 250M262 412L372 280M262 412L414 328M262 412L432 392M262 412L392 522M262 412L296 560M262 412L208 578M262 412L108 494M262 412L94 430M262 412L136 306" stroke="{t}" stroke-width="11"/><path d="M262 412L250 240M262 412L340 560M262 412L150 546M262 412L104 364M262 412L420 462M262 412L330 280M262 412L160 330" stroke="{c--}" stroke-opacity=".5" stroke-width="7"/>"#,
                ],
                ..Piece::NONE
            },
            Piece {
                body: "M550 310L576 360L616 320L622 376L672 350L658 404L714 398L682 444L732 462L688 494L724 532L670 540L692 592L638 578L640 634L596 602L576 654L546 606L508 648L500 594L448 616L464 564L408 564L444 522L394 500L442 474L404 434L458 428L436 376L488 392L488 336L530 370Z",
                light: Light::Ball,
                decor: &[
                    r#"<path d="M562 482L500 336M562 482L610 320M562 482L672 350M562 482L714 398M562 482L732 462M562 482L692 592M562 482L596 630M562 482L508 648M562 482L408 564M562 482L394 500M562 482L436 376" stroke="{t}" stroke-width="11"/><path d="M562 482L550 310M562 482L640 630M562 482L450 616M562 482L404 434M562 482L720 532M562 482L630 350M562 482L460 400" stroke="{c--}" stroke-opacity=".5" stroke-width="7"/>"#,
                ],
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "megaphone",
        stand: Stand::Floor(400, 640, 270),
        pieces: &[Piece {
            body: "M150 470L520 180C560 190 680 420 664 500L260 610C220 620 190 600 172 570L144 510C138 494 140 480 150 470Z",
            light: Light::Gloss,
            behind: &[
                r#"<path d="M330 560C340 660 430 660 440 540" fill="none" stroke="{t--}" stroke-width="26"/><path d="M330 560C340 656 430 656 440 540" fill="none" stroke="{t}" stroke-width="16"/>"#,
            ],
            decor: &[
                r#"<path d="M440 240L500 190C560 260 640 420 640 510L560 530C550 430 500 310 440 240Z" fill="{t}"/><path d="M140 480L196 430C230 480 250 540 262 614L200 630Z" fill="{t}"/>"#,
            ],
            dark: "M180 570L620 460L664 500L260 612Z",
            bright: "M200 450L430 272L450 310L240 480Z",
            over: &[
                r#"<path d="M520 180C500 190 516 280 552 356C590 440 650 510 664 500C684 490 664 400 624 316C588 240 540 172 520 180Z" fill="{c--}"/><path d="M520 180C500 190 516 280 552 356C590 440 650 510 664 500" fill="none" stroke="{t}" stroke-width="8"/><path d="M384 356L404 398L450 396L416 428L436 470L394 452L358 482L364 434L324 414L370 404Z" fill="{n}"/>"#,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "pennant",
        stand: Stand::Hung,
        pieces: &[Piece {
            behind: &[
                r##"<path d="M116 120H136V690H116Z" fill="#8B6B4A"/><path d="M116 120H122V690H116Z" fill="#fff" opacity=".25"/><circle cx="126" cy="114" r="17" fill="#C9A063"/>"##,
            ],
            body: "M130 160C250 150 340 200 440 230C540 262 630 300 740 330C620 380 540 390 440 430C340 468 250 500 130 480Z",
            decor: &[
                r#"<path d="M130 150H196V490H130Z" fill="{t}"/><path d="M206 140V500" stroke="{t}" stroke-width="6"/>"#,
            ],
            dark: "M260 180C280 260 280 400 260 480H300C320 400 320 260 300 190ZM470 240C490 300 490 360 470 420H510C520 360 520 300 506 250Z",
            bright: "M220 190C240 260 240 400 220 470H244C260 400 260 260 244 180ZM400 230C416 300 416 370 400 440H430C440 370 440 300 430 236Z",
            over: &[
                r#"<g fill="none" stroke="{n}" stroke-width="21" stroke-linejoin="bevel"><path d="M240 262H304M272 262V388M384 274H340V376H384M340 325H376M416 372V304L432 288H448L464 304V368M416 338H464M494 362V296L518 328L542 304V352"/></g><path d="M140 186V222M140 300V340M140 420V456" stroke="{t--}" stroke-width="9"/>"#,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "flag",
        stand: Stand::Floor(230, 720, 90),
        pieces: &[Piece {
            behind: &[
                r##"<path d="M190 90H206V720H190Z" fill="#AEB8C3"/><path d="M190 90H195V720H190Z" fill="#fff" opacity=".5"/><circle cx="198" cy="84" r="16" fill="#D9B45A"/>"##,
            ],
            body: "M206 120C300 80 380 160 480 140C580 120 640 100 690 130C680 240 690 340 700 440C640 420 580 440 480 460C380 480 300 400 206 440Z",
            decor: &[
                r#"<path d="M200 230C300 190 380 270 480 250C580 230 640 210 710 240V330C640 310 580 330 480 350C380 370 300 290 200 330Z" fill="{t}"/>"#,
            ],
            dark: "M270 100C300 200 300 340 270 440H320C350 340 350 220 330 110ZM560 130C590 220 590 340 570 450H620C640 340 640 220 620 110Z",
            bright: "M400 140C430 240 430 370 410 460H450C470 370 470 240 450 140ZM220 120C240 220 240 330 226 430H246C256 330 256 220 246 110Z",
            over: &[
                r#"<path d="M400 236L454 300L400 364L346 300Z" fill="{c}" stroke="{t--}" stroke-opacity=".3" stroke-width="3"/>"#,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "banner",
        stand: Stand::Hung,
        pieces: &[Piece {
            behind: &[
                r##"<path d="M120 120H680V140H120Z" fill="#8A95A1"/><path d="M120 120H680V126H120Z" fill="#fff" opacity=".5"/><circle cx="116" cy="130" r="17" fill="#39434F"/><circle cx="684" cy="130" r="17" fill="#39434F"/><path d="M200 124L400 40L600 124" fill="none" stroke="#8A95A1" stroke-width="5"/>"##,
            ],
            body: "M170 136H630V600L400 720L170 600Z",
            decor: &[
                r#"<path d="M186 136V590L400 702L614 590V136" fill="none" stroke="{t}" stroke-width="17"/><path d="M170 136H630V230H170Z" fill="{t}"/>"#,
            ],
            dark: "M250 136C270 300 260 480 250 660H290C300 480 306 300 286 136ZM520 136C540 300 540 480 520 670H560C570 480 576 300 556 136Z",
            bright: "M200 240C220 360 216 480 206 620H236C246 480 246 360 232 240ZM420 240C440 360 440 520 424 700H460C470 520 470 360 456 240Z",
            over: &[
                r#"<path d="M400 290L432 366L514 372L450 424L472 504L400 460L328 504L350 424L286 372L368 366Z" fill="{n}"/><path d="M310 556H490M340 596H460" stroke="{n}" stroke-width="17"/><path d="M236 184H564" stroke="{c}" stroke-width="21" stroke-dasharray="60 14"/>"#,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "blanket",
        stand: Stand::Floor(400, 650, 300),
        pieces: &[
            Piece {
                body: "M150 520C150 490 170 480 200 480H620C650 480 664 496 664 520C664 560 650 640 620 640H190C160 640 150 600 150 520Z",
                paint: Paint::Second,
                dark: "M150 600H664V650H150Z",
                over: &[
                    r#"<path d="M160 560C300 572 500 572 656 560" fill="none" stroke="{t--}" stroke-opacity=".5" stroke-width="5"/>"#,
                ],
                ..Piece::NONE
            },
            Piece {
                body: "M140 400C140 370 160 360 190 360H630C656 360 672 376 672 400C672 450 660 500 630 500H190C156 500 140 460 140 400Z",
                dark: "M140 470H672V520H140Z",
                bright: "M180 380H500V410H180Z",
                over: &[
                    r#"<path d="M150 440C300 452 500 452 664 440" fill="none" stroke="{c--}" stroke-opacity=".5" stroke-width="5"/>"#,
                ],
                ..Piece::NONE
            },
            Piece {
                body: "M150 260C150 230 170 214 204 214H610C640 214 660 230 660 258C660 320 650 384 610 384H204C160 384 150 330 150 260Z",
                decor: &[
                    r#"<path d="M470 200H570V400H470Z" fill="{t}"/><path d="M450 200V400M590 200V400" stroke="{t}" stroke-width="9"/>"#,
                ],
                dark: "M150 350H660V400H150Z",
                bright: "M190 236H440V270H190Z",
                over: &[
                    r#"<path d="M154 300C300 312 500 312 656 300" fill="none" stroke="{c--}" stroke-opacity=".5" stroke-width="5"/><path d="M270 260L310 234L350 260M276 290L310 268L344 290" fill="none" stroke="{n}" stroke-width="11"/>"#,
                ],
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "medal",
        stand: Stand::Hung,
        pieces: &[Piece {
            behind: &[
                r##"<path d="M250 90L340 90L440 430L380 450ZM550 90L460 90L360 430L420 450Z" fill="{c}" stroke="{c--}" stroke-opacity=".5" stroke-width="2.5"/><path d="M280 90L310 90L424 440L400 446ZM520 90L490 90L376 440L400 446Z" fill="{t}"/><path d="M340 90L400 290L360 430L420 450L440 430Z" fill="{s}" opacity=".28"/><path d="M366 410H434V452H366Z" fill="#B88A2E"/>"##,
            ],
            body: "M400 436A126 126 0 1 1 399 436Z",
            paint: Paint::Fixed("#E0B04A"),
            light: Light::Gloss,
            decor: &[
                r##"<circle cx="400" cy="562" r="104" fill="none" stroke="#8F6718" stroke-width="5"/><circle cx="400" cy="562" r="112" fill="none" stroke="#FFE7A6" stroke-width="4"/>"##,
            ],
            over: &[
                r##"<path d="M400 484L422 534L476 538L434 572L448 626L400 596L352 626L366 572L324 538L378 534Z" fill="#F7D98B" stroke="#8F6718" stroke-width="4"/><path d="M400 484L400 596L352 626L366 572L324 538L378 534Z" fill="#C08F2F" opacity=".6"/>"##,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "trophy",
        stand: Stand::Floor(400, 700, 180),
        pieces: &[
            Piece {
                behind: &[
                    r##"<path d="M280 190C170 170 160 330 310 370M520 190C630 170 640 330 490 370" fill="none" stroke="#8F6718" stroke-width="28"/><path d="M280 190C176 172 166 326 310 366M520 190C624 172 634 326 490 366" fill="none" stroke="#E0B04A" stroke-width="18"/>"##,
                ],
                body: "M264 130H536C540 260 520 400 430 450L426 540C450 550 466 566 470 590H330C334 566 350 550 374 540L370 450C280 400 260 260 264 130Z",
                paint: Paint::Fixed("#E0B04A"),
                light: Light::Gloss,
                bright: "M296 150H350C340 280 360 380 390 440C310 400 290 280 296 150Z",
                over: &[
                    r##"<ellipse cx="400" cy="132" rx="136" ry="20" fill="#8F6718"/><ellipse cx="400" cy="136" rx="120" ry="13" fill="#5E430E"/><path d="M400 220L420 268L472 272L432 304L446 354L400 326L354 354L368 304L328 272L380 268Z" fill="#FCE9B8" stroke="#8F6718" stroke-width="3"/>"##,
                ],
                ..Piece::NONE
            },
            Piece {
                body: "M300 590H500L520 700H280Z",
                light: Light::Gloss,
                over: &[
                    r#"<path d="M334 622H466V670H334Z" fill="{t}"/><path d="M352 640H448M366 656H434" stroke="{t--}" stroke-width="5"/>"#,
                ],
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "stole",
        stand: Stand::Hung,
        pieces: &[Piece {
            body: "M300 120C340 90 460 90 500 120C540 300 552 500 548 680L494 730L440 680C446 500 440 360 400 240C360 360 354 500 360 680L306 730L252 680C248 500 260 300 300 120Z",
            decor: &[
                r#"[[<path d="M300 120C260 300 248 500 252 690" fill="none" stroke="{t}" stroke-width="17"/><path d="M400 240C360 360 354 500 360 690" fill="none" stroke="{t}" stroke-width="17"/><path d="M252 600H360V630H252Z" fill="{t}"/>]]"#,
            ],
            dark: "M400 100C380 160 380 200 400 240C420 200 420 160 400 100ZM300 300C310 440 300 560 290 700H310C324 560 330 440 320 300ZM500 300C490 440 500 560 510 700H490C476 560 470 440 480 300Z",
            bright: "M310 180C340 150 350 220 330 330C300 350 296 240 310 180ZM466 180C490 160 500 220 490 330C464 350 456 240 466 180Z",
            over: &[
                r#"[[<path d="M306 470L322 506L358 508L330 532L340 570L306 548L272 570L282 532L254 508L290 506Z" fill="{n}"/>]]"#,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "cord",
        stand: Stand::Hung,
        pieces: &[Piece {
            behind: &[
                r##"<g fill="none" stroke-linecap="round"><path id="{id}q" d="M300 520C280 300 300 130 400 124C500 130 520 300 500 520M340 540C330 330 340 180 400 172C460 180 470 330 460 540" stroke="#16202E" stroke-opacity=".22" stroke-width="26" transform="translate(6 16)" filter="url(#{id}s)"/><path d="M300 520C280 300 300 130 400 124C500 130 520 300 500 520" stroke="{c--}" stroke-width="24"/><path d="M300 520C280 300 300 130 400 124C500 130 520 300 500 520" stroke="{c}" stroke-width="18"/><path d="M300 520C280 300 300 130 400 124C500 130 520 300 500 520" stroke="{h}" stroke-opacity=".45" stroke-width="18" stroke-dasharray="3 15"/><path d="M340 540C330 330 340 180 400 172C460 180 470 330 460 540" stroke="{t--}" stroke-width="24"/><path d="M340 540C330 330 340 180 400 172C460 180 470 330 460 540" stroke="{t}" stroke-width="18"/><path d="M340 540C330 330 340 180 400 172C460 180 470 330 460 540" stroke="{ts}" stroke-opacity=".35" stroke-width="18" stroke-dasharray="3 15"/></g>"##,
            ],
            body: "M282 510H318L330 690H270ZM482 510H518L530 690H470Z",
            light: Light::Gloss,
            decor: &[
                r#"<path d="M280 550V700M292 550V700M304 550V700M316 550V700M480 550V700M492 550V700M504 550V700M516 550V700" stroke="{c--}" stroke-opacity=".5" stroke-width="4"/>"#,
            ],
            over: &[
                r#"<path d="M322 530H358L370 710H310ZM442 530H478L490 710H430Z" fill="{t}" stroke="{t--}" stroke-opacity=".5" stroke-width="2"/><path d="M322 570V706M334 570V706M346 570V706M442 570V706M454 570V706M466 570V706" stroke="{ts}" stroke-opacity=".4" stroke-width="4"/><path d="M278 520H322V544H278ZM478 520H522V544H478Z" fill="{c--}"/><path d="M318 540H362V564H318ZM438 540H482V564H438Z" fill="{t--}"/>"#,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "tent",
        stand: Stand::Floor(400, 690, 320),
        pieces: &[Piece {
            behind: &[
                r##"<path d="M120 380V690M680 380V690M280 370V640M520 370V640" stroke="#8A95A1" stroke-width="13"/><path d="M118 380V690M678 380V690" stroke="#fff" stroke-opacity=".6" stroke-width="4"/><path d="M100 690H142M660 690H702" stroke="#39434F" stroke-width="15"/>"##,
            ],
            body: "M400 120L710 340V410H90V340Z",
            light: Light::Gloss,
            decor: &[
                r#"<path d="M400 120L250 350H550Z" fill="{t}"/><path d="M90 340H710V420H90Z" fill="{c-}"/><path d="M250 340H550V420H250Z" fill="{t-}"/><path d="M400 120L250 350M400 120L550 350" stroke="{s}" stroke-opacity=".45" stroke-width="4"/>"#,
            ],
            dark: "M90 340H710V362H90Z",
            over: &[
                r#"<path d="M364 304L400 276L436 304M370 328L400 306L430 328" fill="none" stroke="{c}" stroke-width="11"/><path d="M130 384H230M570 384H670" stroke="{n}" stroke-width="15" stroke-dasharray="22 8"/><path d="M300 384H500" stroke="{c}" stroke-width="15" stroke-dasharray="22 8"/>"#,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "tumbler",
        stand: Stand::Floor(400, 700, 130),
        pieces: &[
            Piece {
                behind: &[r#"<path d="M430 60L446 62L424 180H408Z" fill="{t}"/>"#],
                body: "M284 150C284 136 516 136 516 150V196H284Z",
                paint: Paint::Fixed("#DDE3E9"),
                light: Light::Gloss,
                ..Piece::NONE
            },
            Piece {
                body: "M286 196H514L486 690C484 702 474 708 462 708H338C326 708 316 702 314 690Z",
                decor: &[r#"<path d="M270 230H530V250H270ZM300 650H500V720H300Z" fill="{t}"/>"#],
                bright: "M316 260C340 250 346 420 350 600C330 610 320 420 316 260Z",
                over: &[
                    r#"<path d="M340 400L400 360L460 400M348 450L400 414L452 450M356 500L400 468L444 500" fill="none" stroke="{n}" stroke-width="15"/>"#,
                ],
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "scarf",
        stand: Stand::Hung,
        pieces: &[Piece {
            body: "M300 120C360 90 440 90 500 120C540 180 540 240 520 280L540 640H420L410 300C380 320 340 310 320 300L330 700H210L250 300C250 240 260 160 300 120Z",
            decor: &[
                r#"<path d="M200 420H340V470H200ZM200 520H340V570H200ZM410 380H550V430H410ZM410 480H550V530H410Z" fill="{t}"/><pattern id="{id}r" width="10" height="12" patternUnits="userSpaceOnUse"><path d="M0 0l5 6l5-6M0 6l5 6l5-6" fill="none" stroke="{c--}" stroke-opacity=".35" stroke-width="1.6"/></pattern><path d="M200 80h360v640H200z" fill="url(#{id}r)"/>"#,
            ],
            dark: "M300 180C360 230 440 230 510 190C460 270 360 280 280 230ZM410 300L420 640H440L430 290ZM320 300L330 700H312L300 300Z",
            bright: "M320 130C370 104 430 104 470 124C420 150 360 160 310 180Z",
            over: &[
                r#"<path d="M214 700V740M232 700V742M250 700V738M268 700V742M286 700V738M304 700V742M322 700V738M424 640V680M442 640V682M460 640V678M478 640V682M496 640V678M514 640V682M532 640V678" stroke="{c-}" stroke-width="7"/><path d="M300 200C360 250 440 250 520 240" fill="none" stroke="{c--}" stroke-opacity=".5" stroke-width="4"/>"#,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "placeholder",
        stand: Stand::Floor(400, 600, 180),
        pieces: &[Piece {
            body: "M250 330L400 270L550 330V520L400 590L250 520Z",
            light: Light::Flat,
            paint: Paint::Fixed("#C9D1DA"),
            decor: &[
                r##"<path d="M250 330L400 394L550 330L400 270Z" fill="#DDE3E9"/><path d="M400 394V590L550 520V330Z" fill="#B3BECA"/><path d="M322 300L474 362V420L446 432V374L294 312Z" fill="#A3AFBC"/>"##,
            ],
            over: &[
                r##"<path d="M250 330L400 394L550 330M400 394V590" fill="none" stroke="#8D99A6" stroke-width="3"/>"##,
            ],
            ..Piece::NONE
        }],
    },
];
