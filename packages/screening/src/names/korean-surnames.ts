/** The first syllable of a Korean's name is one of these; a word that begins otherwise is a foreign one. */
export const koreanSurnames: ReadonlySet<string> = new Set(
  '김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지엄채원천방공현함변염여추도소석선설길연위표명기반라왕금옥육인맹제모탁국어은편용리림로량렴',
)
