import { LARGEST_UPLOAD, notOfAcceptedKind } from '#domain/upload-kinds'
import { showFileSize } from '../parts/file-size.ts'

/** A file as a form holds it: filed already, or picked just now and still in the browser. */
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

/** The ends of file names for the kinds accepted; both sorts of zip end alike. */
export const extensionsOf = (accept: readonly string[]): string[] => [
  ...new Set(accept.map(kind => (kind === 'winZip' ? 'zip' : kind))),
]

/** The one file among those picked or dropped, or why none of them is taken. */
export const oneOf = (files: readonly File[], accept: readonly string[]): File | string | undefined => {
  const [file] = files
  if (files.length > 1) return `None of the ${files.length} files was taken: one is asked for here`
  return file && (refusalOf(file, accept) ?? file)
}

/** Why a picked file is not taken, or null. The server looks at the content besides. */
export const refusalOf = (file: File, accept: readonly string[]): string | null => {
  const kinds = extensionsOf(accept)
  if (EXECUTABLE.includes(file.type) || ['exe', 'msi'].includes(extensionOf(file.name)))
    return `${file.name} was not taken: it is a Windows program`
  if (DISK_IMAGE.includes(file.type) || extensionOf(file.name) === 'dmg')
    return `${file.name} was not taken: it is a macOS disk image`
  if (WORD.includes(extensionOf(file.name)) && kinds.includes('pdf'))
    return `${file.name} was not taken: documents come as PDF here. Save it as PDF, and choose that`
  if (kinds.length > 0 && !kinds.includes(extensionOf(file.name)))
    return `${file.name} was not taken. ${notOfAcceptedKind(kinds)}`
  if (file.size === 0) return `${file.name} was not taken: it is empty`
  if (file.size > LARGEST_UPLOAD)
    return `${file.name} was not taken: it is larger than ${showFileSize(LARGEST_UPLOAD)}. Send it in parts, or with smaller pictures`
  if (file.type === '') return `${file.name} was not taken: its type is not known`
  return null
}
