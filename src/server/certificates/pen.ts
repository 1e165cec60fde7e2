import type PDFDocument from 'pdfkit'
import { splitIntoTextRuns, type FontWeight } from './letters.ts'

type Doc = InstanceType<typeof PDFDocument>

declare global {
  // Options that pdfkit accepts and its types lack.
  namespace PDFKit.Mixins {
    interface StructureElementOptions {
      scope?: 'Row' | 'Column'
      bbox?: [left: number, top: number, right: number, bottom: number]
      placement?: 'Block'
    }
  }
}

/** Writes lines in one size and weight. */
export interface TextWriter {
  leading: number
  widthOf: (text: string) => number
  /** Writes lines one under another, from the left and top in points. */
  write: (lines: readonly string[], left: number, top: number) => void
}

const INK = '#17201b'
/** Replacement for characters without a font; screen readers get the original characters. */
const unknown = (text: string): string => text.replaceAll(/./gsu, '?')

/** A pen for this document. */
export const createTextWriter = (doc: Doc, size: number, weight: FontWeight, ink = INK): TextWriter => {
  const usual = splitIntoTextRuns('a', weight)[0]?.file ?? ''
  const widthOf = (text: string): number =>
    splitIntoTextRuns(text, weight).reduce((sum, run) => {
      const shown = run.file === null ? unknown(run.text) : run.text
      return sum + doc.font(run.file ?? usual, size).widthOfString(shown)
    }, 0)
  const writeLine = (line: string, left: number, top: number): void => {
    let x = left
    for (const { text, file } of splitIntoTextRuns(line, weight)) {
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

/**
 * Breaks a text into lines no wider than this. A line that ends between words keeps the space, so that the words stay
 * separate when they are read aloud or copied.
 */
export const wrapText = (text: string, { widthOf }: TextWriter, width: number): string[] => {
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

/** Splits a word that is wider than the line. */
const piecesOf = (word: string, widthOf: TextWriter['widthOf'], width: number): string[] => {
  const pieces = ['']
  for (const sign of word) {
    const last = pieces.length - 1
    if (pieces[last] !== '' && widthOf(`${pieces[last]}${sign}`) > width) pieces.push(sign)
    else pieces[last] += sign
  }
  return pieces
}
