import { inflateSync } from 'node:zlib'

// Reads PDF files that pdfkit writes: enough of the format to see what a screen reader gets.

interface Thing {
  dict: string
  stream: string
}

/** A part of the structure of a document: its type, its dictionary and its text. */
export interface StructurePart {
  type: string
  dict: string
  text: string
  parts: StructurePart[]
}

const thingsIn = (file: Buffer): ReadonlyMap<number, Thing> => {
  const things = new Map<number, Thing>()
  for (const [, id, body = ''] of file
    .toString('latin1')
    .matchAll(/(?<=\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const at = body.indexOf('\nstream\n')
    const dict = at < 0 ? body : body.slice(0, at)
    const raw = at < 0 ? '' : body.slice(at + 8, body.lastIndexOf('\nendstream'))
    const bytes = Buffer.from(raw, 'latin1')
    const stream = dict.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : raw
    things.set(Number(id), { dict, stream })
  }
  return things
}

const unicode = (hex: string): string =>
  Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')

/** The characters of a font’s glyphs. */
const signsOf = (map: string): ReadonlyMap<string, string> => {
  const signs = new Map<string, string>()
  for (const [, first = '', list = ''] of map.matchAll(/<(\w+)> <\w+> \[(.*)\]/g))
    for (const [at, [, hex = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries())
      signs.set((Number.parseInt(first, 16) + at).toString(16).padStart(4, '0'), unicode(hex))
  return signs
}

const actualText = (dict: string): string | undefined => {
  const text = /\/ActualText \(((?:\\.|[^\\)])*)\)/s.exec(dict)?.[1]?.replaceAll(/\\(.)/gs, '$1')
  if (text === undefined) return undefined
  return text.startsWith('þÿ') ? Buffer.from(text.slice(2), 'latin1').swap16().toString('utf16le') : text
}

const TOKEN =
  /\/(\w+) (<<[\s\S]*?>>) BDC|\/(\w+) BMC|(EMC)|\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ|(?<=[\s\]])(f|S|re|l|m|c|h|Do)(?=\s)/g

/** The content of a page: texts by the numbers of their marks, and text without a mark or artifact. */
const shownOn = (content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>) => {
  const texts = new Map<number, string>()
  const loose: string[] = []
  const open: { mcid?: number; isArtifact?: boolean; instead?: string }[] = []
  let font: ReadonlyMap<string, string> = new Map()
  for (const [, tag, dict, bare, end, name, shown, painted] of content.matchAll(TOKEN)) {
    if (tag !== undefined && dict !== undefined) {
      const mcid = /\/MCID (\d+)/.exec(dict)?.[1]
      open.push({
        isArtifact: tag === 'Artifact',
        instead: actualText(dict),
        ...(mcid !== undefined && { mcid: Number(mcid) }),
      })
    } else if (bare !== undefined) open.push({ isArtifact: bare === 'Artifact' })
    else if (end !== undefined) {
      const { instead } = open.pop() ?? {}
      const mcid = open.findLast(one => one.mcid !== undefined)?.mcid
      if (instead !== undefined && mcid !== undefined) texts.set(mcid, `${texts.get(mcid) ?? ''}${instead}`)
    } else if (name !== undefined) font = fonts.get(name) ?? new Map()
    else {
      if (open.some(({ isArtifact }) => isArtifact)) continue
      const mcid = open.findLast(one => one.mcid !== undefined)?.mcid
      if (mcid === undefined) loose.push(shown ?? painted ?? '')
      else if (shown !== undefined && !open.some(({ instead }) => instead !== undefined)) {
        const glyphs = [...shown.matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
        texts.set(mcid, `${texts.get(mcid) ?? ''}${glyphs.map(glyph => font.get(glyph) ?? '�').join('')}`)
      }
    }
  }
  return { texts, loose }
}

/**
 * The content of a PDF: its catalogue and metadata, its structure with all texts, and text outside structure and
 * artifacts.
 */
export const readPdf = (file: Buffer) => {
  const things = thingsIn(file)
  const all = [...things.values()]
  const referred = (dict: string, name: string): number =>
    Number(new RegExp(`/${name} (\\d+) 0 R`).exec(dict)?.[1])
  const at = (id: number): Thing => things.get(id) ?? { dict: '', stream: '' }
  const fonts = new Map(
    all
      .flatMap(({ dict }) => [...dict.matchAll(/\/(F\d+) (\d+) 0 R/g)])
      .map(([, name = '', id]) => [name, signsOf(at(referred(at(Number(id)).dict, 'ToUnicode')).stream)]),
  )
  const pages = new Map(
    [...things]
      .filter(([, { dict }]) => /\/Type \/Page\b(?!s)/.test(dict))
      .map(([id, { dict }]) => [id, shownOn(at(referred(dict, 'Contents')).stream, fonts)]),
  )
  const partAt = (id: number): StructurePart => {
    const { dict } = at(id)
    const page = pages.get(referred(dict, 'Pg'))
    const kids = /\/K \[([^\]]*)\]/.exec(dict)?.[1] ?? ''
    const parts: StructurePart[] = []
    let text = ''
    for (const [, child, mcid] of kids.matchAll(/(\d+) 0 R|(\d+)/g)) {
      if (child !== undefined) parts.push(partAt(Number(child)))
      else text += page?.texts.get(Number(mcid)) ?? ''
    }
    return { type: /\/S \/(\w+)/.exec(dict)?.[1] ?? '', dict, text, parts }
  }
  const catalogue = all.find(({ dict }) => dict.includes('/Type /Catalog'))?.dict ?? ''
  return {
    catalogue,
    metadata: at(referred(catalogue, 'Metadata')).stream,
    viewer: at(referred(catalogue, 'ViewerPreferences')).dict,
    marks: at(referred(catalogue, 'MarkInfo')).dict,
    root: partAt(Number(/\/K \[(\d+) 0 R/.exec(at(referred(catalogue, 'StructTreeRoot')).dict)?.[1])),
    contents: all
      .filter(({ dict }) => /\/Type \/Page\b(?!s)/.test(dict))
      .map(({ dict }) => at(referred(dict, 'Contents')).stream),
    pages: all.filter(({ dict }) => /\/Type \/Page\b(?!s)/.test(dict)).map(({ dict }) => dict),
    descriptors: all.filter(({ dict }) => dict.includes('/Type /FontDescriptor')).map(({ dict }) => dict),
    fonts: all.filter(({ dict }) => dict.includes('/Subtype /Type0')).map(({ dict }) => dict),
    loose: [...pages.values()].flatMap(({ loose }) => loose),
  }
}

/** All parts of a structure in reading order, parents first. */
export const partsIn = (part: StructurePart): StructurePart[] => [part, ...part.parts.flatMap(partsIn)]
