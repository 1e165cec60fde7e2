import { askForPapers } from './ask-for-papers.ts'
import { closeCase } from './close.ts'
import { confirmCase } from './confirm.ts'
import { dismissCase } from './dismiss.ts'
import { drawOnReserve, replaceFromUnsold } from './replace-units.ts'
import { endRectification, setRectification } from './set-rectification.ts'
import { filePaper } from './file-paper.ts'
import { recallCredits } from './recall.ts'
import { refundBuyer } from './refund.ts'
import { releaseBuyer } from './release-buyer.ts'
import { writeMessage } from './write-message.ts'

/** Actions on a case, in menu order. */
export const caseActions = [
  askForPapers,
  filePaper,
  confirmCase,
  dismissCase,
  setRectification,
  drawOnReserve,
  replaceFromUnsold,
  refundBuyer,
  releaseBuyer,
  recallCredits,
  closeCase,
  writeMessage,
  endRectification,
]
