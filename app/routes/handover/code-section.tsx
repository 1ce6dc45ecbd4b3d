import { Form, useNavigation } from 'react-router'
import type { CodeTask } from '#server/handover/show-handover.ts'
import { ButtonForm } from '#app/ui/button-form.tsx'
import { Alert } from '#app/ui/primitives/alert.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { QrPicture } from '#app/ui/qr-picture.tsx'
import { useOnline } from '#app/ui/use-online.ts'
import type { HandoverProblem } from './answer-handover-post.ts'
import { useKeptCode } from './use-kept-code.ts'

type CodeSectionProps = {
  rentalId: string
  task: CodeTask
  partner: string
  title: string
  /** The token of a scanned code. */
  token: string | null
  /** The refusal of an entered code. */
  problem: HandoverProblem | undefined
}

/** The code of a handover or return: one side shows it, the other one enters it. */
export function CodeSection({ rentalId, task, partner, title, token, problem }: CodeSectionProps) {
  const online = useOnline()
  return (
    <Card as="section" aria-labelledby="code-heading" data-kept="">
      <h2 id="code-heading" className="text-xl">
        {task.does === 'show' ? 'Your code' : `The code of ${partner}`}
      </h2>
      <div hidden={online} data-offline="" className="my-4">
        <Alert tone="info" title="You are offline.">
          <p>{offlineText(task, partner)}</p>
          {task.until ? (
            <p className="mt-2">Its last day is {task.until}: after that, the rental can’t start any more.</p>
          ) : null}
        </Alert>
      </div>
      {task.does === 'show' ? (
        <ShownCode task={task} partner={partner} title={title} />
      ) : (
        <EnterCode
          rentalId={rentalId}
          direction={task.direction}
          partner={partner}
          token={token}
          problem={problem}
        />
      )}
    </Card>
  )
}

/** What still works without a connection. */
function offlineText({ does, direction }: CodeTask, partner: string): string {
  if (does === 'show')
    return `This code still works. ${partner} can also write it down, and enter it when you have a connection.`
  const later = direction === 'out' ? 'mark it as Active' : 'say that you have brought it back'
  return `Write the 6 digits down: you can enter them once you are online again, or ${later} then.`
}

type Shown = Extract<CodeTask, { does: 'show' }>

function ShownCode({
  task: { digits, qr },
  partner,
  title,
}: {
  task: Shown
  partner: string
  title: string
}) {
  return (
    <>
      <p className="mt-1">
        Show it to {partner} <strong>only when {title} is in your hands</strong>. It confirms for both of you
        that you have it.
      </p>
      <p
        className="mt-5 text-center font-mono text-5xl font-semibold tracking-[0.15em]"
        aria-label={`Code ${[...digits].join(' ')}`}
      >
        {digits.slice(0, 3)} {digits.slice(3)}
      </p>
      <QrPicture qr={qr} label="QR code to scan" className="mx-auto mt-5 w-full max-w-60" />
      <ButtonForm hidden={{ intent: 'new-code' }} formClassName="mt-5 text-center" variant="quiet" size="sm">
        Make a new code
      </ButtonForm>
    </>
  )
}

type EnterCodeProps = {
  rentalId: string
  direction: 'out' | 'back'
  partner: string
  token: string | null
  problem: HandoverProblem | undefined
}

function EnterCode({ rentalId, direction, partner, token, problem }: EnterCodeProps) {
  const { form, isWaiting, onSubmit } = useKeptCode(rentalId, problem)
  const error = problem?.errors.code
  const navigation = useNavigation()
  const busy = navigation.formData?.has('code') ?? false
  const label = direction === 'out' ? 'Confirm the handover' : 'Confirm the return'
  if (token)
    return (
      <>
        <p className="mt-1" data-online="">
          You have scanned the code of {partner}. Have you given it to them?
        </p>
        <ButtonForm
          hidden={{ intent: 'scan', token }}
          formClassName="mt-4"
          preventScrollReset={false}
          size="lg"
          className="w-full sm:w-auto"
        >
          {label}
        </ButtonForm>
      </>
    )
  return (
    <>
      <p className="mt-1" data-online="">
        {partner} has it in their hands? Type the 6 digits on their phone, or scan the picture with your
        camera.
      </p>
      <Form
        ref={form}
        method="post"
        noValidate
        preventScrollReset
        data-failure="The code was not sent"
        onSubmit={onSubmit}
        className="mt-4 grid gap-4"
      >
        <input type="hidden" name="intent" value="enter" />
        <Field
          label="Code"
          name="code"
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          error={error}
          className="font-mono text-2xl tracking-widest"
          fieldClassName="max-w-60"
        />
        <Button
          size="lg"
          busy={busy}
          busyText="Checking..."
          className="w-full sm:w-auto sm:justify-self-start"
        >
          {label}
        </Button>
        <p role="status" className="text-sm text-muted empty:hidden">
          {isWaiting ? 'Kept. It is sent as soon as you are online again: leave this page open.' : null}
        </p>
      </Form>
    </>
  )
}
