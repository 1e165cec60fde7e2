import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { ServerConfig } from '../process/config.ts'
import { type BlobStore, MARKET_MARKER } from './blob-store.ts'

type Where = Extract<ServerConfig['files'], { kind: 's3' }>

/**
 * Opens a blob store in a bucket of an S3-compatible object store; the address names the bucket, and a folder in it if
 * there is one.
 */
export const openS3BlobStore = async ({
  url,
  accessKeyId,
  secretAccessKey,
  region,
}: Where): Promise<BlobStore> => {
  // Only installations with an object store load the library.
  const {
    DeleteObjectCommand,
    GetObjectCommand,
    HeadBucketCommand,
    HeadObjectCommand,
    PutObjectCommand,
    S3Client,
    NoSuchKey,
  } = await import('@aws-sdk/client-s3')
  const { origin, pathname } = new URL(url)
  const [bucket = '', ...folder] = pathname.split('/').filter(part => part !== '')
  const client = new S3Client({
    endpoint: origin,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // The usual checksums frame the content, which older stores save as part of the object.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const named = (...names: string[]) => ({ Bucket: bucket, Key: [...folder, ...names].join('/') })
  const at = (sha256: string) => named(sha256.slice(0, 2), sha256)
  const read = async (where: ReturnType<typeof named>) => {
    try {
      return await client.send(new GetObjectCommand(where))
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined
      throw error
    }
  }
  return {
    put: async ({ path, sha256, size }) => {
      const content = createReadStream(path)
      const unreadable = new AbortController()
      // The library does not listen for this error, and would wait for the rest of the file.
      content.on('error', error => unreadable.abort(error))
      await client.send(new PutObjectCommand({ ...at(sha256), Body: content, ContentLength: size }), {
        abortSignal: unreadable.signal,
      })
      const { ContentLength } = await client.send(new HeadObjectCommand(at(sha256)))
      if (ContentLength === size) return
      await client.send(new DeleteObjectCommand(at(sha256)))
      throw new Error(`The object store saved ${ContentLength} of ${size} bytes`)
    },
    open: async sha256 => {
      const found = await read(at(sha256))
      return found && { stream: found.Body as Readable, size: found.ContentLength ?? 0 }
    },
    remove: async sha256 => {
      await client.send(new DeleteObjectCommand(at(sha256)))
    },
    isReachable: () =>
      client.send(new HeadBucketCommand({ Bucket: bucket })).then(
        () => true,
        () => false,
      ),
    mark: async () => (await (await read(named(MARKET_MARKER)))?.Body?.transformToString())?.trim(),
    setMark: async mark => {
      await client.send(new PutObjectCommand({ ...named(MARKET_MARKER), Body: mark }))
    },
  }
}
