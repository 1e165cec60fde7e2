import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import type { ServerConfig } from '../process/config.ts'
import { type BlobStore, MARKET_MARKER } from './blob-store.ts'

type Where = Extract<ServerConfig['files'], { kind: 's3' }>

/** How often a request is sent again that the store answers with 429 or an error of its own. */
const RETRIES = 2

/**
 * Opens a blob store in a bucket of an S3-compatible object store; the address names the bucket, and a folder in it if
 * there is one. Requests name the bucket in their path and carry no checksums around the content, because older stores
 * save those as part of the object.
 */
export const openS3BlobStore = async ({
  url,
  accessKeyId,
  secretAccessKey,
  region,
}: Where): Promise<BlobStore> => {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES })
  const { origin, pathname } = new URL(url)
  const [bucket = '', ...folder] = pathname.split('/').filter(part => part !== '')
  const bucketAddress = `${origin}/${encodeURIComponent(bucket)}`
  const addressOf = (...names: string[]): string =>
    [bucketAddress, ...[...folder, ...names].map(name => encodeURIComponent(name))].join('/')
  const contentAddress = (sha256: string): string => addressOf(sha256.slice(0, 2), sha256)

  const complaint = async (answer: Response, doing: string): Promise<Error> =>
    new Error(
      `The object store refuses to ${doing} (${answer.status}): ${(await answer.text()).slice(0, 500)}`,
    )

  /** Sends a request and reads the whole answer, so that its connection is free; throws if the store refuses. */
  const request = async (doing: string, address: string, init: RequestInit): Promise<Response> => {
    const answer = await client.fetch(address, init)
    if (!answer.ok) throw await complaint(answer, doing)
    await answer.arrayBuffer()
    return answer
  }

  const read = async (address: string): Promise<Response | undefined> => {
    const answer = await client.fetch(address)
    if (answer.ok) return answer
    const error = await complaint(answer, 'send a document')
    // A missing bucket is also 404, and no reason to believe that a document is gone.
    if (answer.status === 404 && error.message.includes('<Code>NoSuchKey</Code>')) return undefined
    throw error
  }

  return {
    put: async ({ path, sha256, size }) => {
      const address = contentAddress(sha256)
      await request('store a document', address, { method: 'PUT', body: await openAsBlob(path) })
      const { headers } = await request('describe a document', address, { method: 'HEAD' })
      const saved = headers.get('content-length')
      if (Number(saved) === size) return
      await request('delete a document', address, { method: 'DELETE' })
      throw new Error(`The object store saved ${saved} of ${size} bytes`)
    },
    open: async sha256 => {
      const answer = await read(contentAddress(sha256))
      return (
        answer && {
          stream: answer.body ? Readable.fromWeb(answer.body) : Readable.from([]),
          size: Number(answer.headers.get('content-length')),
        }
      )
    },
    remove: async sha256 => {
      await request('delete a document', contentAddress(sha256), { method: 'DELETE' })
    },
    isReachable: () =>
      request('describe its bucket', bucketAddress, { method: 'HEAD' }).then(
        () => true,
        () => false,
      ),
    mark: async () => (await (await read(addressOf(MARKET_MARKER)))?.text())?.trim(),
    setMark: async mark => {
      await request('store the marker', addressOf(MARKET_MARKER), { method: 'PUT', body: mark })
    },
  }
}
