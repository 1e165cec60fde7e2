import type { ActionRequest } from '../runner/prepare.ts'
import type { FiledDocument } from '#domain/text/filed-document'
import { MAX_UPLOAD_BYTES } from '#domain/text/upload-kinds'
import type { ReceivedFile } from '../files/arrivals.ts'
import {
  describeUpload,
  insertDocument,
  type receiveUpload,
  uploadTooLargeError,
} from '../files/file-store.ts'
import { readReceivedFile, readUploadedDocument } from '../files/read-filed.ts'
import type { AppContext } from '../http/app-context.ts'

/** Files that come with a preview by a key that may only preview: inspected and read, and stored nowhere. */
export interface UnstoredUploads {
  receive: typeof receiveUpload
  readFiled: NonNullable<ActionRequest['readFiled']>
  addDocuments: NonNullable<ActionRequest['addDocuments']>
  /** Removes the received files. */
  end: () => Promise<void>
}

/** Opens the files of one request. */
export const openUnstoredUploads = ({
  runtime,
  files,
}: Pick<AppContext, 'runtime' | 'files'>): UnstoredUploads => {
  const { arrivals } = files
  const received = new Map<string, ReceivedFile>()
  const documents: FiledDocument[] = []
  return {
    addDocuments: async ({ db }) => {
      for (const document of documents) await insertDocument(db, document)
    },
    receive: async (using, store, stream, about) => {
      const arrived = await arrivals.receive(stream, MAX_UPLOAD_BYTES, uploadTooLargeError)
      received.set(arrived.path, arrived)
      const document = await describeUpload(using, store, arrived, about)
      received.delete(arrived.path)
      received.set(document.id, arrived)
      documents.push(document)
      return { id: document.id, name: document.name }
    },
    readFiled: async (file, as, part) => {
      const arrived = received.get(file.id)
      return arrived
        ? readReceivedFile(runtime.store.db, arrived, file, as, part)
        : readUploadedDocument(runtime.store.db, files, file, as, part)
    },
    end: async () => {
      for (const arrived of received.values()) await arrivals.remove(arrived)
    },
  }
}
