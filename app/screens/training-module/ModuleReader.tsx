import { Drawer } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconFileOff, IconListCheck } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { isDone } from '#shared/domain/assignments/status.ts';
import { shownContentType } from '#shared/domain/modules/shown-type.ts';
import { CompletedPanel } from '#app/screens/training-module/CompletedPanel.tsx';
import { CompleteButton, CompletionDialogs } from '#app/screens/training-module/Completion.tsx';
import { ContentArea } from '#app/screens/training-module/ContentArea.tsx';
import { DocumentPanel } from '#app/screens/training-module/DocumentPanel.tsx';
import { InformationPanel } from '#app/screens/training-module/InformationPanel.tsx';
import { MissingParts } from '#app/screens/training-module/MissingParts.tsx';
import { ModuleHeader } from '#app/screens/training-module/ModuleHeader.tsx';
import { PartChooser } from '#app/screens/training-module/PartChooser.tsx';
import { PhoneBar } from '#app/screens/training-module/PhoneBar.tsx';
import { useSessionMinutes } from '#app/screens/training-module/progress/use-progress.ts';
import { QuizPart } from '#app/screens/training-module/quiz/QuizPart.tsx';
import { ProgressPanel } from '#app/screens/training-module/ProgressPanel.tsx';
import { SaveLine } from '#app/screens/training-module/SaveLine.tsx';
import { useReading, type ReadingInput } from '#app/screens/training-module/use-reading.ts';
import classes from '#app/screens/training-module/Viewer.module.css';
import { EmptyState } from '#app/ui/EmptyState.tsx';

/** A module with its content, its panels, and on a phone its bar (SPEC §2.17, UI.md 'Learner on a phone'). */
export function ModuleReader(input: ReadingInput) {
  const { module, reading: read, onReopen } = input;
  const phone = useMediaQuery('(max-width: 47.99em), (max-height: 30em)', undefined, {
    getInitialValueInEffect: false,
  });
  const [signing, dialog] = useDisclosure(false);
  const [informed, info] = useDisclosure(false);
  const minutes = useSessionMinutes();
  const reading = useReading(input);
  const { part, parts, progress, verdict, answer, file } = reading;
  const assignment = read?.assignment ?? null;
  const completion = verdict && (
    <CompleteButton
      verdict={verdict}
      missing={
        <MissingParts
          missing={reading.missing}
          chosen={part}
          alone={parts.length === 1}
          onGo={reading.goToMissing}
        />
      }
      onClick={dialog.open}
    />
  );
  const saving = progress && <SaveLine state={progress.state} onReopen={onReopen} />;
  const goTo = part?.kind === 'pdf' ? reading.goTo : null;
  const panels = (
    <>
      <ProgressPanel
        assignment={assignment}
        answer={answer}
        file={file}
        minutes={minutes}
        saving={saving}
        completion={phone ? null : completion}
      />
      <InformationPanel module={module} assignment={assignment} />
      {part && part.kind !== 'quiz' && <DocumentPanel part={part} module={module} />}
    </>
  );
  const broken = progress && (progress.state.save === 'waiting' || progress.state.save === 'stopped');
  return (
    <div className={classes.viewer} data-phone={phone || undefined}>
      <ModuleHeader
        module={{ ...module, contentType: shownContentType(module.contentType, module.files) }}
        {...(phone ? { onInfo: info.open } : {})}
      />
      {assignment && isDone(assignment.status) && <CompletedPanel assignment={assignment} />}
      {phone && broken && <div className={classes.banner}>{saving}</div>}
      <div className={classes.columns}>
        {part ? (
          <ContentArea
            part={part}
            title={module.title}
            resume={reading.resume}
            watched={reading.watched}
            readShare={reading.share}
            phone={phone}
            handle={reading.handle}
            events={reading.events}
            onPages={reading.setPages}
            onPage={reading.setPage}
            quiz={
              assignment ? (
                <QuizPart
                  assignmentId={assignment.id}
                  phone={phone}
                  verdict={verdict}
                  onPassed={reading.quizPassed}
                />
              ) : (
                <EmptyState
                  icon={IconListCheck}
                  title={<Trans>Quiz</Trans>}
                  hint={<Trans>Only people assigned to this module can answer its questions.</Trans>}
                />
              )
            }
            chooser={
              parts.length > 1 && (
                <PartChooser parts={parts} chosen={part} isSeen={reading.isSeen} onChoose={reading.choose} />
              )
            }
          />
        ) : (
          <div className={classes.area}>
            <EmptyState
              icon={IconFileOff}
              title={<Trans>Content Not Available</Trans>}
              hint={
                <Trans>
                  The content of this module has not been uploaded yet. Please contact the administrator.
                </Trans>
              }
            />
          </div>
        )}
        {!phone && <aside className={classes.panels}>{panels}</aside>}
      </div>
      {phone && (
        <>
          <PhoneBar
            pages={goTo && { page: reading.page, pages: reading.pages, goTo }}
            percent={assignment && isDone(assignment.status) ? null : (answer?.progress ?? null)}
            title={module.title}
            completion={completion}
          />
          <Drawer
            opened={informed}
            onClose={info.close}
            position="bottom"
            size="85%"
            title={<Trans>About this training</Trans>}
          >
            <div className={classes.panels}>{panels}</div>
          </Drawer>
        </>
      )}
      {assignment && read && verdict && (
        <CompletionDialogs
          assignment={assignment}
          versionNumber={read.session.versionNumber}
          verdict={verdict}
          opened={signing}
          onClose={dialog.close}
        />
      )}
    </div>
  );
}
