import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import SaxonJS from 'saxon-js'

const stylesheet: unknown = JSON.parse(
  gunzipSync(readFileSync(new URL('en16931/EN16931-UBL-validation.sef.json.gz', import.meta.url))).toString(
    'utf8',
  ),
)

/** Judges an invoice in UBL by the official rules of EN 16931: the failed ones, with their explanation. */
export const findBrokenRules = (xml: string): string[] => {
  const { principalResult } = SaxonJS.transform({
    stylesheetInternal: stylesheet,
    sourceText: xml,
    destination: 'serialized',
  })
  return [...principalResult.matchAll(/<svrl:failed-assert[\s\S]*?<svrl:text>([\s\S]*?)<\/svrl:text>/g)].map(
    ([, text = '']) => text.trim(),
  )
}
