import { z } from 'zod'
import { describe, expect, it } from 'vitest'
import { emailRule } from '#contract/people/rules'
import { findPdfRefusal } from '#server/files/pdf'
import { readTable } from '#server/files/table'
import { xmlAttributeValue, iterateXmlTags } from '#server/files/xml/read-xml'
import { readZipDirectory, hasZipEnd } from '#server/files/xml/zip-directory'
import {
  findExpressions,
  worstCaseInputFor,
  productExpressions,
  measureProcessorTime,
} from './regular-expressions.ts'

/** Expressions that are exempt, each with what keeps outside text from making it slow. */
const EXEMPT: Readonly<Record<string, string>> = {
  'src/contract/people/rules.ts new RegExp(`^\\\\d{${count}}$`)':
    'so many digits and nothing else: it has no choice',
  'src/server/process/config.ts /\\/+$/': 'only the operator of the installation writes what it reads',
  'src/server/auth/passwords.ts /^(.+?)\\1+$/': 'a password has 128 characters at most when it is asked',
  'src/server/auth/passwords.ts /^[^a-z]+|[^a-z]+$/g':
    'a password has 128 characters at most when it is asked',
}

describe('expressions for outside text run in linear time', () => {
  it('every regular expression of the product is found and runs in linear time', () => {
    const found = productExpressions()
    // Far fewer would mean that the search is broken.
    expect(found.length).toBeGreaterThan(70)
    const isExempt = (one: (typeof found)[number]) => Object.hasOwn(EXEMPT, `${one.path} ${one.source}`)
    const complaints = found
      .filter(one => !isExempt(one))
      .flatMap(({ path, source, regex }) => {
        if (!regex) return [`${path}: ${source} is put together while the program runs`]
        const hard = worstCaseInputFor(regex)
        return hard === undefined ? [] : [`${path}: ${source} is slow for texts like ${JSON.stringify(hard)}`]
      })
    expect(complaints).toEqual([])
    const used = found.filter(isExempt).map(({ path, source }) => `${path} ${source}`)
    expect(
      Object.keys(EXEMPT).filter(name => !used.includes(name)),
      'remove these exceptions, which are no longer needed',
    ).toEqual([])
  })

  it('the address expression of the schema package runs in linear time', () => {
    expect(emailRule).toBeInstanceOf(z.ZodEmail)
    expect(worstCaseInputFor(z.regexes.email)).toBeUndefined()
  })

  it.each([
    /\s+$/,
    /(a+)+$/,
    /^(\w+\s?)*$/,
    /^a\d+\d+x/,
    /^[^a-z]+|[^a-z]+$/g,
    /stream\r?\n[\s\S]*?endstream/g,
  ])('an expression that is slow for some texts is detected: %s', regex => {
    expect(worstCaseInputFor(regex)).toBeDefined()
  })

  it('an expression is found at any place in a program', () => {
    const text = 'const a = (b: string): boolean => /x+/u.test(b) && new RegExp(b).test(`${RegExp("y")}`)'
    expect(findExpressions('a.ts', text).map(({ source }) => source)).toEqual([
      '/x+/u',
      'new RegExp(b)',
      'RegExp("y")',
    ])
  })
})

const KILOBYTE = 1024
/** The factor between the two text lengths: quadratic work takes four thousand times as long. */
const TIMES = 64
/** The tolerance for linear growth: processor caches overflow, and memory has to be cleared. Half of quadratic growth. */
const LEEWAY = 32
/** Shorter times cannot be measured, and count as this. */
const LEAST_MS = 0.25

/** The growth of processor time from a shorter text to a longer one: the lowest of several runs. */
const growth = (
  work: (content: Buffer) => unknown,
  hard: (length: number) => Buffer,
  length: number,
): number => {
  const timeFor = (size: number, runs: number): number => {
    const content = hard(size)
    return Math.min(...Array.from({ length: runs }, () => measureProcessorTime(() => work(content))))
  }
  return timeFor(length, 2) / Math.max(timeFor(length / TIMES, 5), LEAST_MS)
}

const again = (begin: string, word: string) => (length: number) =>
  Buffer.from(begin + word.repeat(length / word.length), 'latin1')

describe('file inspection runs in linear time', () => {
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
  ])('a PDF of nothing but “%s” takes time proportional to its length', word => {
    expect(growth(findPdfRefusal, again('%PDF-1.7\n', word), 2048 * KILOBYTE)).toBeLessThan(LEEWAY * TIMES)
  })

  it.each(['a,', '"', '"a', '""', ',', '\n', 'a\n', '\r', ' ', "'=", 'a,b\n', '\ufeff'])(
    'a list of nothing but “%s” takes time proportional to its length',
    word => {
      expect(growth(readTable, again('', word), 512 * KILOBYTE)).toBeLessThan(LEEWAY * TIMES)
    },
  )

  it.each(['PK\u0005\u0006', 'PK\u0001\u0002', 'PK\u0003\u0004', 'PK', '\0'])(
    'an archive of nothing but “%s” takes time proportional to its length',
    word => {
      const look = (content: Buffer) => [hasZipEnd(content), readZipDirectory(content)]
      expect(growth(look, again('PK\u0003\u0004', word), 2048 * KILOBYTE)).toBeLessThan(LEEWAY * TIMES)
    },
  )

  it.each(['<', '<c r="', '<v>1</v>', '<!--', '&#1', ' r='])(
    'a sheet of nothing but “%s” takes time proportional to its length',
    word => {
      const look = (content: Buffer) => {
        for (const tag of iterateXmlTags(content.toString('latin1'))) xmlAttributeValue(tag, 'r')
      }
      expect(growth(look, again('<row><c ', word), 1024 * KILOBYTE)).toBeLessThan(LEEWAY * TIMES)
    },
  )

  it('a PDF with too many packed objects is refused without unpacking them all', async () => {
    const { deflateSync } = await import('node:zlib')
    const packed = deflateSync(Buffer.alloc(8 * 1024 * KILOBYTE)).toString('latin1')
    const one = `1 0 obj\n<< /Type /ObjStm >>\nstream\n${packed}\nendstream\nendobj\n`
    expect(findPdfRefusal(Buffer.from(`%PDF-1.7\n${one.repeat(200)}`, 'latin1'))).toBe(
      'The PDF is compressed suspiciously tightly',
    )
    expect(findPdfRefusal(Buffer.from(`%PDF-1.7\n${one.repeat(2)}`, 'latin1'))).toBeUndefined()
    expect(findPdfRefusal(again('%PDF-1.7\n', '/ObjStm stream\nendstream')(1024 * KILOBYTE))).toBe(
      'The PDF is compressed suspiciously tightly',
    )
  })
})
