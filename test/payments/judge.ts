import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { validateXML } from 'xmllint-wasm'

const readSchema = (name: string): string =>
  gunzipSync(readFileSync(new URL(`iso20022/${name}.xsd.gz`, import.meta.url))).toString('utf8')

/** Judges messages by a schema of ISO 20022: the errors, with the line in the file. */
export const findSchemaErrors = async (
  name: 'pain.001.001.09' | 'camt.053.001.08',
  ...messages: readonly string[]
): Promise<string[]> => {
  const { errors } = await validateXML({
    xml: messages.map((contents, at) => ({ fileName: `message-${at + 1}.xml`, contents })),
    schema: [{ fileName: 'schema.xsd', contents: readSchema(name) }],
  })
  return errors.map(({ rawMessage }) => rawMessage)
}
