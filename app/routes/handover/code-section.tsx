import { Form, useNavigation } from 'react-router'
import type { CodeStep } from '#server/handover/show-handover.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { QrPicture } from '#app/ui/qr-picture.tsx'

type CodeSectionProps = {
  step: CodeStep
  partner: string
  title: string
  /** The token of a scanned code. */
  token: string | null
  error: string | undefined
}

/** The code of a handover or return: one side shows it, the other one enters it. */
export function CodeSection({ step, partner, title, token, error }: CodeSectionProps) {
  return (
    <Card as="section" aria-labelledby="code-heading">
      <h2 id="code-heading" className="text-xl">
        {step.does === 'show' ? 'Your code' : `The code of ${partner}`}
      </h2>
      {step.does === 'show' ? (
        <ShownCode step={step} partner={partner} title={title} />
      ) : (
        <EnterCode direction={step.direction} partner={partner} token={token} error={error} />
      )}
    </Card>
  )
}

type Shown = Extract<CodeStep, { does: 'show' }>

function ShownCode({
  step: { digits, qr },
  partner,
  title,
}: {
  step: Shown
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
      <Form method="post" preventScrollReset className="mt-5 text-center">
        <input type="hidden" name="intent" value="new-code" />
        <Button variant="quiet" size="sm">
          Make a new code
        </Button>
      </Form>
    </>
  )
}

type EnterCodeProps = {
  direction: 'out' | 'back'
  partner: string
  token: string | null
  error: string | undefined
}

function EnterCode({ direction, partner, token, error }: EnterCodeProps) {
  const navigation = useNavigation()
  const busy = navigation.formData?.has('code') ?? false
  const label = direction === 'out' ? 'Confirm the handover' : 'Confirm the return'
  if (token)
    return (
      <>
        <p className="mt-1">You have scanned the code of {partner}. Have you given it to them?</p>
        <Form method="post" className="mt-4">
          <input type="hidden" name="intent" value="scan" />
          <input type="hidden" name="token" value={token} />
          <Button size="lg" className="w-full sm:w-auto">
            {label}
          </Button>
        </Form>
      </>
    )
  return (
    <>
      <p className="mt-1">
        {partner} has it in their hands? Type the 6 digits on their phone, or scan the picture with your
        camera.
      </p>
      <Form method="post" noValidate preventScrollReset className="mt-4 grid gap-4">
        <input type="hidden" name="intent" value="enter" />
        <Field
          label="Code"
          name="code"
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          error={error}
          key={error}
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
      </Form>
    </>
  )
}
