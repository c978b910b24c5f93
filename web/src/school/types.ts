/** Short names for the school's shapes. */
import type { components } from '../api/schema';

type Schemas = components['schemas'];

export type Drill = Schemas['Drill'];
export type DrillBatch = Schemas['DrillBatch'];
export type DrillAnswer = Schemas['DrillAnswer'];
export type DealtShoe = Schemas['DealtShoe'];
export type LiveShoeShown = Schemas['LiveShoeShown'];
export type Syllabus = Schemas['Syllabus'];
export type LessonShown = Schemas['LessonShown'];
export type ExamQuestions = Schemas['ExamQuestions'];
export type ExamJudged = Schemas['ExamJudged'];
export type Certificate = Schemas['Certificate'];
export type DealersShown = Schemas['DealersShown'];
