const FACES = ['Source Sans 3 Variable', 'Source Serif 4 Variable']

const isOurs = (rule: CSSRule): rule is CSSFontFaceRule =>
  rule instanceof CSSFontFaceRule &&
  FACES.includes(rule.style.getPropertyValue('font-family').replaceAll(/["']/g, ''))

/**
 * Has the faces that all text is set in, though they come late. By the sheet of styles a page that can be read is set in
 * them only if they are there from the first, and otherwise in faces like them for as long as it stands, so that nothing
 * moves under the eyes of a reader. They are asked for behind the script, which the line is better used for.
 */
export const fetchFaces = async (): Promise<void> => {
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].filter(isOurs))
  for (const { style } of rules) {
    const of = (name: string) => style.getPropertyValue(name)
    document.fonts.add(
      new FontFace(of('font-family'), of('src'), {
        display: 'swap',
        style: of('font-style'),
        unicodeRange: of('unicode-range'),
        weight: of('font-weight'),
      }),
    )
  }
  await Promise.allSettled(FACES.map(face => document.fonts.load(`1em '${face}'`)))
}
