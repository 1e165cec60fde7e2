import type PDFDocument from 'pdfkit'
import { runsOf, type Weight } from './letters.ts'

type Doc = InstanceType<typeof PDFDocument>

declare global {
  // What pdfkit takes besides, and its types do not tell.
  namespace PDFKit.Mixins {
    interface StructureElementOptions {
      scope?: 'Row' | 'Column'
      bbox?: [left: number, top: number, right: number, bottom: number]
      placement?: 'Block'
    }
  }
}

/** Writes lines in one size and weight. */
export interface Pen {
  leading: number
  widthOf: (text: string) => number
  /** Writes these lines below each other, from the left and top given in points. */
  write: (lines: readonly string[], left: number, top: number) => void
}

const INK = '#17201b'
/** What is shown for signs that have no letters; programs that read aloud are told the signs themselves. */
const unknown = (text: string): string => text.replaceAll(/./gsu, '?')

/** A pen for this document. */
export const penOn = (doc: Doc, size: number, weight: Weight, ink = INK): Pen => {
  const usual = runsOf('a', weight)[0]?.file ?? ''
  const widthOf = (text: string): number =>
    runsOf(text, weight).reduce((sum, run) => {
      const shown = run.file === null ? unknown(run.text) : run.text
      return sum + doc.font(run.file ?? usual, size).widthOfString(shown)
    }, 0)
  const writeLine = (line: string, left: number, top: number): void => {
    let x = left
    for (const { text, file } of runsOf(line, weight)) {
      const shown = file === null ? unknown(text) : text
      doc.font(file ?? usual, size).fillColor(ink)
      if (file === null) doc.markContent('Span', { actual: text })
      doc.text(shown, x, top, { lineBreak: false })
      if (file === null) doc.endMarkedContent()
      x += doc.widthOfString(shown)
    }
  }
  return {
    leading: size * 1.35,
    widthOf,
    write: (lines, left, top) => {
      for (const [at, line] of lines.entries()) writeLine(line, left, top + at * size * 1.35)
    },
  }
}

/** The text in lines no wider than this. Where a line ends between words it keeps their space, so that nothing runs together. */
export const linesIn = (text: string, { widthOf }: Pen, width: number): string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && widthOf(`${line} ${word}`) <= width) line = `${line} ${word}`
    else {
      if (line !== '') lines.push(`${line} `)
      const pieces = piecesOf(word, widthOf, width)
      lines.push(...pieces.slice(0, -1))
      line = pieces.at(-1) ?? ''
    }
  }
  return [...lines, line]
}

/** A word that is wider than the line, in pieces. */
const piecesOf = (word: string, widthOf: Pen['widthOf'], width: number): string[] => {
  const pieces = ['']
  for (const sign of word) {
    const last = pieces.length - 1
    if (pieces[last] !== '' && widthOf(`${pieces[last]}${sign}`) > width) pieces.push(sign)
    else pieces[last] += sign
  }
  return pieces
}
