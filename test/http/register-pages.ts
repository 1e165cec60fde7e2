import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import { unitsToNumber, toUnits } from '@credit-market/values/units'
import { readFirstSheet } from '#server/files/workbook'
import type { World } from '../builders/world.ts'

/** A page of the public zone as a visitor gets it: without a cookie, and cached for everyone. */
export const fetchPublicPage = async (market: World, path: string): Promise<string> => {
  const { status, body, headers } = await market.stranger.send(path)
  expect([path, status]).toEqual([path, 200])
  expect([headers.get('content-type'), headers.get('set-cookie')]).toEqual(['text/html; charset=utf-8', null])
  // People rely on what the page of one credit says at that moment (decision 0186).
  expect(headers.get('cache-control')).toMatch(
    path.startsWith('/register/credits/') ? /^no-store$/ : /^public, /,
  )
  return String(body)
}

/** The text of a page without its markup. */
export const pageText = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll(/\s+/g, ' ')

/** The cells of the table with this label, row by row. */
export const rowsOfTable = (html: string, label: string): string[][] => {
  const [, region = ''] = html.split(`aria-label="${label}`)
  const [table = ''] = region.split('</table>')
  return [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => pageText(cell).trim()),
  )
}

/** A figure as a page shows it. */
export const formatShownFigure = (cell: string | undefined): number =>
  Number((cell ?? '').replaceAll(',', ''))
/** The sum of quantities in ten-thousandths. */
export const sumOfUnits = (amounts: readonly number[]): number =>
  unitsToNumber(amounts.reduce((all, one) => all + toUnits(one), 0))

const READERS = {
  csv: (bytes: Buffer): Record<string, unknown>[] => parse(bytes, { bom: true, columns: true }),
  xlsx: (bytes: Buffer): Record<string, unknown>[] => {
    const [headings, ...rows] = readFirstSheet(bytes, { rows: 10_000, columns: 100 }) as { cells: string[] }[]
    return rows.map(({ cells }) =>
      Object.fromEntries(headings!.cells.map((name, at) => [name, cells[at] ?? ''])),
    )
  },
  geojson: (bytes: Buffer): Record<string, unknown>[] => {
    const { type, features } = JSON.parse(bytes.toString()) as {
      type: string
      features: { type: string; geometry: { type: string } | null; properties: Record<string, unknown> }[]
    }
    expect(type).toBe('FeatureCollection')
    expect(features.every(one => one.type === 'Feature')).toBe(true)
    // An item has a geometry if its point may be shown, and none if only its areas may.
    expect(features.filter(one => one.geometry !== null).length).toBe(
      features.filter(one => typeof one.properties.Latitude === 'number').length,
    )
    return features.map(({ properties }) => properties)
  },
}

export const DOWNLOAD_FORMATS = ['csv', 'xlsx', 'geojson'] as const
export type DownloadRequest = [of: string, query: string, format: (typeof DOWNLOAD_FORMATS)[number]]

/** A download of the register as rows by heading, in any format. */
export const downloadRegister = async (market: World, ...[of, query, format]: DownloadRequest) => {
  const answer = await fetch(`${market.url}/api/public/registry/${of}/download?format=${format}${query}`)
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null])
  return READERS[format](Buffer.from(await answer.arrayBuffer()))
}
