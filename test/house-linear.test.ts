import { z } from 'zod'
import { describe, expect, it } from 'vitest'
import { emailRule } from '#contract/rules'
import { faultOfPdf } from '#server/files/pdf'
import { tableOf } from '#server/files/table'
import { attributeOf, tagsOf } from '#server/files/read-xml'
import { directoryOf, endsAsArchive } from '#server/files/zip-directory'
import { expressionsIn, hardTextFor, productExpressions, workOf } from './regular-expressions.ts'

/** Expressions that are not tried, each with what keeps foreign text from making it slow. */
const EXEMPT: Readonly<Record<string, string>> = {
  'src/contract/rules.ts new RegExp(`^\\\\d{${count}}$`)':
    'so many digits and nothing else: it has no choice',
  'src/server/config.ts /\\/+$/': 'only the operator of the installation writes what it reads',
  'src/server/auth/passwords.ts /^(.+?)\\1+$/': 'a password has 128 characters at most when it is asked',
  'src/server/auth/passwords.ts /^[^a-z]+|[^a-z]+$/g':
    'a password has 128 characters at most when it is asked',
}

describe('what meets foreign text takes work in proportion to it', () => {
  it('every regular expression of the product is found and takes work in proportion to the text', () => {
    const found = productExpressions()
    // Far fewer would mean that they are no longer found.
    expect(found.length).toBeGreaterThan(70)
    const isExempt = (one: (typeof found)[number]) => Object.hasOwn(EXEMPT, `${one.path} ${one.source}`)
    const complaints = found
      .filter(one => !isExempt(one))
      .flatMap(({ path, source, regex }) => {
        if (!regex) return [`${path}: ${source} is put together while the program runs`]
        const hard = hardTextFor(regex)
        return hard === undefined ? [] : [`${path}: ${source} is slow for texts like ${JSON.stringify(hard)}`]
      })
    expect(complaints).toEqual([])
    const used = found.filter(isExempt).map(({ path, source }) => `${path} ${source}`)
    expect(
      Object.keys(EXEMPT).filter(name => !used.includes(name)),
      'these exceptions are of no use any more',
    ).toEqual([])
  })

  it('the expression that the package of schemas has for addresses takes work in proportion to the text', () => {
    expect(emailRule).toBeInstanceOf(z.ZodEmail)
    expect(hardTextFor(z.regexes.email)).toBeUndefined()
  })

  it.each([
    /\s+$/,
    /(a+)+$/,
    /^(\w+\s?)*$/,
    /^a\d+\d+x/,
    /^[^a-z]+|[^a-z]+$/g,
    /stream\r?\n[\s\S]*?endstream/g,
  ])('an expression that is slow for some texts would be found: %s', regex => {
    expect(hardTextFor(regex)).toBeDefined()
  })

  it('an expression is found wherever it stands', () => {
    const text = 'const a = (b: string): boolean => /x+/u.test(b) && new RegExp(b).test(`${RegExp("y")}`)'
    expect(expressionsIn('a.ts', text).map(({ source }) => source)).toEqual([
      '/x+/u',
      'new RegExp(b)',
      'RegExp("y")',
    ])
  })
})

const KILOBYTE = 1024
/** The longer text is so many times as long as the shorter: what is quadratic takes four thousand times as long. */
const TIMES = 64
/** In proportion is up to so much more: stores of a processor overflow, and memory has to be cleared. Half of what is quadratic. */
const LEEWAY = 32
/** Shorter times cannot be measured, and count as this. */
const LEAST_MS = 0.25

/** How many times the work of a shorter text a longer one takes: the least of some runs, in time of the processor. */
const growth = (
  work: (content: Buffer) => unknown,
  hard: (length: number) => Buffer,
  length: number,
): number => {
  const timeFor = (size: number, runs: number): number => {
    const content = hard(size)
    return Math.min(...Array.from({ length: runs }, () => workOf(() => work(content))))
  }
  return timeFor(length, 2) / Math.max(timeFor(length / TIMES, 5), LEAST_MS)
}

const again = (begin: string, word: string) => (length: number) =>
  Buffer.from(begin + word.repeat(length / word.length), 'latin1')

describe('what looks into files takes work in proportion to them', () => {
  it.each([
    'stream',
    'stream\n',
    'stream\r\n',
    'stream\nendstream',
    'endstream',
    'endstream\nstream\n',
    '/ObjStm',
    '/ObjStm stream\n',
    '/ObjStm stream\nendstream',
    '>>\nstream\n',
    '#4a',
    '#',
    '/',
    ' ',
    '%PDF-',
  ])('a PDF of nothing but “%s” takes work in proportion to its length', word => {
    expect(growth(faultOfPdf, again('%PDF-1.7\n', word), 2048 * KILOBYTE)).toBeLessThan(LEEWAY * TIMES)
  })

  it.each(['a,', '"', '"a', '""', ',', '\n', 'a\n', '\r', ' ', "'=", 'a,b\n', '\ufeff'])(
    'a list of nothing but “%s” takes work in proportion to its length',
    word => {
      expect(growth(tableOf, again('', word), 512 * KILOBYTE)).toBeLessThan(LEEWAY * TIMES)
    },
  )

  it.each(['PK\u0005\u0006', 'PK\u0001\u0002', 'PK\u0003\u0004', 'PK', '\0'])(
    'an archive of nothing but “%s” takes work in proportion to its length',
    word => {
      const look = (content: Buffer) => [endsAsArchive(content), directoryOf(content)]
      expect(growth(look, again('PK\u0003\u0004', word), 2048 * KILOBYTE)).toBeLessThan(LEEWAY * TIMES)
    },
  )

  it.each(['<', '<c r="', '<v>1</v>', '<!--', '&#1', ' r='])(
    'a sheet of nothing but “%s” takes work in proportion to its length',
    word => {
      const look = (content: Buffer) => {
        for (const tag of tagsOf(content.toString('latin1'))) attributeOf(tag, 'r')
      }
      expect(growth(look, again('<row><c ', word), 1024 * KILOBYTE)).toBeLessThan(LEEWAY * TIMES)
    },
  )

  it('a PDF whose packed objects are more than it may hold is refused without unpacking them all', async () => {
    const { deflateSync } = await import('node:zlib')
    const packed = deflateSync(Buffer.alloc(8 * 1024 * KILOBYTE)).toString('latin1')
    const one = `1 0 obj\n<< /Type /ObjStm >>\nstream\n${packed}\nendstream\nendobj\n`
    expect(faultOfPdf(Buffer.from(`%PDF-1.7\n${one.repeat(200)}`, 'latin1'))).toBe(
      'The PDF is packed suspiciously tight',
    )
    expect(faultOfPdf(Buffer.from(`%PDF-1.7\n${one.repeat(2)}`, 'latin1'))).toBeUndefined()
    expect(faultOfPdf(again('%PDF-1.7\n', '/ObjStm stream\nendstream')(1024 * KILOBYTE))).toBe(
      'The PDF is packed suspiciously tight',
    )
  })
})
