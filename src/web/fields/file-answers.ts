import { MAX_UPLOAD_BYTES } from '#domain/text/upload-kinds'
import { FILE_REFUSALS, oneFileOnlyText } from './messages.ts'

/** File in a form: stored already, or newly chosen and still in the browser. */
export interface FileAnswer {
  id: string
  name: string
  links?: { self: string }
  file?: File
}

const EXECUTABLE = [
  'application/x-msdownload',
  'application/x-ms-dos-executable',
  'application/vnd.microsoft.portable-executable',
]
const DISK_IMAGE = ['application/x-apple-diskimage']
const WORD = ['docx', 'doc', 'odt', 'rtf', 'pages']

const extensionOf = (name: string) => name.split('.').at(-1)?.toLowerCase() ?? ''

/** File name extensions of the accepted types; both media types of zip have the same one. */
export const extensionsOf = (accept: readonly string[]): string[] => [
  ...new Set(accept.map(kind => (kind === 'winZip' ? 'zip' : kind))),
]

/** Picks the one file among those chosen or dropped; a string says why none is accepted. */
export const pickOneFile = (files: readonly File[], accept: readonly string[]): File | string | undefined => {
  const [file] = files
  if (files.length > 1) return oneFileOnlyText(files.length)
  return file && (fileRefusal(file, accept) ?? file)
}

/** Reason why a chosen file is refused, or null. The server also checks the content. */
export const fileRefusal = (file: File, accept: readonly string[]): string | null => {
  const kinds = extensionsOf(accept)
  const { name } = file
  const extension = extensionOf(name)
  if (EXECUTABLE.includes(file.type) || ['exe', 'msi'].includes(extension))
    return FILE_REFUSALS.windowsProgram(name)
  if (DISK_IMAGE.includes(file.type) || extension === 'dmg') return FILE_REFUSALS.diskImage(name)
  if (WORD.includes(extension) && kinds.includes('pdf')) return FILE_REFUSALS.notPdf(name)
  if (kinds.length > 0 && !kinds.includes(extension)) return FILE_REFUSALS.otherKind(name, kinds)
  if (file.size === 0) return FILE_REFUSALS.empty(name)
  if (file.size > MAX_UPLOAD_BYTES) return FILE_REFUSALS.tooLarge(name)
  return file.type === '' ? FILE_REFUSALS.unknownKind(name) : null
}
