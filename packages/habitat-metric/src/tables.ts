// Generated from refdata/habitats.csv, metric_enhancement.csv, metric.csv and trading_rules.csv by
// tools/generate-habitats.ts; do not edit.

/**
 * One habitat of the statutory metric per line: id, label, module, distinctiveness, difficulty of creation and of
 * enhancement, and the years to each condition it can have. Then the years for an enhancement: from a habitat of lower
 * distinctiveness (to NAOther, NA, Poor ... Good); from no assessment, Poor, FairlyPoor, Moderate and FairlyGood (to
 * each better condition); and from other hedgerows.
 */
export const METRIC_HABITAT_ROWS = `\
ArableFieldMarginsCultivatedAnnually|Cropland - Arable field margins cultivated annually|Area|Medium|Low|Low|NA:1|-,1,-,-,-,-,-|-,-,-,-|-,-,-,-|-,-,-|-,-|-|
ArableFieldMarginsGameBirdMix|Cropland - Arable field margins game bird mix|Area|Medium|Low|Low|NA:1|-,1,-,-,-,-,-|-,-,-,-|-,-,-,-|-,-,-|-,-|-|
ArableFieldMarginsPollenAndNectar|Cropland - Arable field margins pollen and nectar|Area|Medium|Low|Low|NA:1|-,1,-,-,-,-,-|-,-,-,-|-,-,-,-|-,-,-|-,-|-|
ArableFieldMarginsTussocky|Cropland - Arable field margins tussocky|Area|Medium|Low|Low|NA:1|-,1,-,-,-,-,-|-,-,-,-|-,-,-,-|-,-,-|-,-|-|
CerealCrops|Cropland - Cereal crops|Area|Low|Low|Low|NA:1|-,-,-,-,-,-,-|-,-,-,-|-,-,-,-|-,-,-|-,-|-|
WinterStubble|Cropland - Winter stubble|Area|Low|Low|Low|NA:1|-,-,-,-,-,-,-|-,-,-,-|-,-,-,-|-,-,-|-,-|-|
Horticulture|Cropland - Horticulture|Area|Low|Low|Low|NA:1|-,-,-,-,-,-,-|-,-,-,-|-,-,-,-|-,-,-|-,-|-|
IntensiveOrchards|Cropland - Intensive orchards|Area|Low|Low|Low|NA:1|-,-,-,-,-,-,-|-,-,-,-|-,-,-,-|-,-,-|-,-|-|
NonCerealCrops|Cropland - Non-cereal crops|Area|Low|Low|Low|NA:1|-,-,-,-,-,-,-|-,-,-,-|-,-,-,-|-,-,-|-,-|-|
TemporaryGrassAndCloverLeys|Cropland - Temporary grass and clover leys|Area|Low|Low|Low|NA:1|-,-,-,-,-,-,-|-,-,-,-|-,-,-,-|-,-,-|-,-|-|
TraditionalOrchards|Grassland - Traditional orchards|Area|High|Low|Medium|Poor:5,FairlyPoor:10,Moderate:20,FairlyGood:25,Good:30|-,-,5,10,20,25,30|-,-,-,-|5,15,20,25|10,15,20|5,10|5|
Bracken|Grassland - Bracken|Area|Low|Low|Low|NA:1|-,-,1,-,-,-,-|-,-,-,-|-,-,-,-|-,-,-|-,-|-|
FloodplainWetlandMosaicAndCFGM|Grassland - Floodplain wetland mosaic and CFGM|Area|High|High|Medium|Poor:5,FairlyPoor:8,Moderate:10,FairlyGood:15,Good:20|-,-,5,8,10,12,15|-,-,-,-|8,10,12,15|2,4,7|2,4|3|
LowlandCalcareousGrassland|Grassland - Lowland calcareous grassland|Area|High|High|High|Poor:5,FairlyPoor:8,Moderate:10,FairlyGood:15,Good:20|-,-,10,15,20,25,30|-,-,-,-|5,10,15,20|5,10,15|5,10|5|
LowlandDryAcidGrassland|Grassland - Lowland dry acid grassland|Area|VeryHigh|High|High|Poor:10,FairlyPoor:15,Moderate:20,FairlyGood:25,Good:30+|-,-,10,15,20,25,30+|-,-,-,-|5,15,20,30+|8,15,25|10,20|10|
LowlandMeadows|Grassland - Lowland meadows|Area|VeryHigh|High|Medium|Poor:5,FairlyPoor:8,Moderate:10,FairlyGood:12,Good:15|-,-,5,8,10,12,15|-,-,-,-|4,8,11,15|4,8,11|4,8|4|
ModifiedGrassland|Grassland - Modified grassland|Area|Low|Low|Low|Poor:1,FairlyPoor:2,Moderate:4,FairlyGood:5,Good:7|-,1,1,5,10,12,15|-,-,-,-|5,10,12,15|8,10,12|8,10|8|
OtherLowlandAcidGrassland|Grassland - Other lowland acid grassland|Area|Medium|Low|Low|Poor:1,FairlyPoor:5,Moderate:10,FairlyGood:12,Good:15|-,-,1,5,10,12,15|-,-,-,-|5,10,12,15|8,10,12|8,10|8|
OtherNeutralGrassland|Grassland - Other neutral grassland|Area|Medium|Low|Low|Poor:2,FairlyPoor:3,Moderate:5,FairlyGood:7,Good:10|-,-,1,5,10,12,15|-,-,-,-|5,10,12,15|8,10,12|8,10|8|
TallHerbCommunitiesH6430|Grassland - Tall herb communities (H6430)|Area|High|High|High|Poor:10,FairlyPoor:15,Moderate:20,FairlyGood:25,Good:30|-,-,10,15,20,25,30|-,-,-,-|10,20,25,30|10,10,15|5,10|5|
UplandAcidGrassland|Grassland - Upland acid grassland|Area|Medium|Low|Low|Poor:1,FairlyPoor:5,Moderate:10,FairlyGood:12,Good:15|-,-,1,5,10,12,15|-,-,-,-|5,10,12,15|8,10,12|8,10|8|
UplandCalcareousGrassland|Grassland - Upland calcareous grassland|Area|High|High|High|Poor:10,FairlyPoor:12,Moderate:15,FairlyGood:20,Good:25|-,-,10,12,15,20,25|-,-,-,-|10,15,18,20|10,15,18|10,10|10|
UplandHayMeadows|Grassland - Upland hay meadows|Area|VeryHigh|High|Medium|Poor:10,FairlyPoor:12,Moderate:15,FairlyGood:18,Good:20|-,-,10,12,15,18,20|-,-,-,-|10,15,18,20|10,15,18|10,15|10|
BlackthornScrub|Heathland and shrub - Blackthorn scrub|Area|Medium|Low|Low|Poor:1,FairlyPoor:3,Moderate:5,FairlyGood:7,Good:10|-,-,1,3,5,7,10|1,5,7,10|1,5,7,10|3,5,3|2,3|2|
BrambleScrub|Heathland and shrub - Bramble scrub|Area|Medium|Low|Low|NA:1|-,-,1,-,-,-,-|-,-,-,-|-,-,-,-|-,-,-|-,-|-|
GorseScrub|Heathland and shrub - Gorse scrub|Area|Medium|Low|Low|Poor:1,FairlyPoor:3,Moderate:5,FairlyGood:7,Good:10|-,-,1,3,5,7,10|1,5,7,10|1,5,7,10|3,5,7|2,3|2|
HawthornScrub|Heathland and shrub - Hawthorn scrub|Area|Medium|Low|Low|Poor:1,FairlyPoor:3,Moderate:5,FairlyGood:7,Good:10|-,-,1,3,5,7,10|1,5,7,10|1,5,7,10|3,5,7|2,3|2|
HazelScrub|Heathland and shrub - Hazel scrub|Area|Medium|Medium|Low|Poor:5,FairlyPoor:7,Moderate:10,FairlyGood:12,Good:15|-,-,5,7,10,12,15|5,7,12,15|5,7,12,15|5,8,12|5,7|5|
LowlandHeathland|Heathland and shrub - Lowland heathland|Area|High|High|Medium|Poor:10,FairlyPoor:15,Moderate:20,FairlyGood:25,Good:30+|-,-,10,15,20,25,30+|5,10,15,25|5,10,15,25|5,10,20|5,15|10|
MixedScrub|Heathland and shrub - Mixed scrub|Area|Medium|Low|Low|Poor:1,FairlyPoor:3,Moderate:5,FairlyGood:7,Good:10|-,-,1,3,5,7,10|1,5,7,10|1,5,7,10|3,5,7|2,3|2|
MountainHeathsAndWillowScrub|Heathland and shrub - Mountain heaths and willow scrub|Area|VeryHigh|High|High|Poor:15,FairlyPoor:23,Moderate:25,FairlyGood:30+,Good:30+|-,-,15,23,25,30+,30+|20,30+,30+,30+|20,30+,30+,30+|20,30+,30+|20,30+|20|
RhododendronScrub|Heathland and shrub - Rhododendron scrub|Area|Low|Low|Low|NA:1|-,-,1,-,-,-,-|-,-,-,-|-,-,-,-|-,-,-|-,-|-|
DunesWithSeaBuckthornH2160|Heathland and shrub - Dunes with sea buckthorn (H2160)|Area|High|Medium|Low|Poor:1,FairlyPoor:3,Moderate:5,FairlyGood:7,Good:10|-,-,5,7,10,12,15|5,7,10,12|5,7,10,12|5,7,10|5,7|5|
OtherSeaBuckthornScrub|Heathland and shrub - Other sea buckthorn scrub|Area|Low|Low|Low|NA:1|-,-,-,-,-,-,-|-,-,-,-|-,-,-,-|-,-,-|-,-|-|
WillowScrub|Heathland and shrub - Willow scrub|Area|Medium|Medium|Low|Poor:5,FairlyPoor:7,Moderate:10,FairlyGood:12,Good:15|-,-,5,7,10,12,15|5,7,12,15|5,7,12,15|5,8,12|5,7|5|
UplandHeathland|Heathland and shrub - Upland heathland|Area|High|Medium|Medium|Poor:10,FairlyPoor:15,Moderate:20,FairlyGood:25,Good:30|-,-,10,15,20,25,30|-,-,-,-|10,20,30,30+|10,20,30|10,20|10|
AquiferFedNaturallyFluctuatingWaterBodies|Lakes - Aquifer fed naturally fluctuating water bodies|Area|VeryHigh|VeryHigh|High|Poor:1,FairlyPoor:10,Moderate:15,FairlyGood:20,Good:30|-,-,1,10,15,20,30|-,-,-,-|5,10,15,30|5,15,25|5,20|5|
OrnamentalLakeOrPond|Lakes - Ornamental lake or pond|Area|Low|Low|High|Poor:1,FairlyPoor:2,Moderate:3,FairlyGood:4,Good:5|-,-,1,2,3,4,5|-,-,-,-|2,4,6,8|2,4,6|2,4|2|
HighAlkalinityLakes|Lakes - High alkalinity lakes|Area|High|High|High|Poor:5,FairlyPoor:7,Moderate:10,FairlyGood:20,Good:30|-,-,2,3,5,7,10|-,-,-,-|5,10,15,30|5,15,25|10,20|10|
LowAlkalinityLakes|Lakes - Low alkalinity lakes|Area|High|High|Medium|Poor:5,FairlyPoor:7,Moderate:10,FairlyGood:20,Good:30|-,-,5,10,15,20,30|-,-,-,-|5,10,15,20|5,10,15|5,10|5|
MarlLakes|Lakes - Marl lakes|Area|High|High|High|Poor:5,FairlyPoor:7,Moderate:10,FairlyGood:20,Good:30|-,-,5,7,10,15,20|-,-,-,-|5,10,15,30|5,15,25|10,20|10|
ModerateAlkalinityLakes|Lakes - Moderate alkalinity lakes|Area|High|High|High|Poor:5,FairlyPoor:7,Moderate:10,FairlyGood:20,Good:30|-,-,5,7,10,15,20|-,-,-,-|5,10,15,30|5,15,25|10,20|10|
PeatLakes|Lakes - Peat lakes|Area|High|High|High|Poor:5,FairlyPoor:7,Moderate:10,FairlyGood:20,Good:30|-,-,5,10,15,20,30|-,-,-,-|5,10,15,30|5,15,25|10,20|10|
PondsPriorityHabitat|Lakes - Ponds (priority habitat)|Area|High|Medium|Medium|Poor:1,FairlyPoor:2,Moderate:3,FairlyGood:4,Good:5|-,-,2,3,5,7,10|-,-,-,-|2,4,6,8|2,4,6|2,4|2|
PondsNonPriorityHabitat|Lakes - Ponds (non-priority habitat)|Area|Medium|Low|Medium|Poor:1,FairlyPoor:2,Moderate:3,FairlyGood:4,Good:5|-,-,1,2,3,4,5|-,-,-,-|2,4,6,8|2,4,6|2,4|2|
Reservoirs|Lakes - Reservoirs|Area|Medium|Medium|Medium|Poor:1,FairlyPoor:3,Moderate:5,FairlyGood:7,Good:10|-,-,1,3,5,7,10|-,-,-,-|5,10,15,30|5,15,25|10,20|10|
TemporaryLakesPondsAndPoolsH3170|Lakes - Temporary lakes ponds and pools (H3170)|Area|High|Medium|Medium|Poor:1,FairlyPoor:2,Moderate:3,FairlyGood:4,Good:5|-,-,2,3,5,7,10|-,-,-,-|2,4,6,8|2,4,6|2,4|2|
CalaminarianGrasslands|Sparsely vegetated land - Calaminarian grasslands|Area|VeryHigh|VeryHigh|Medium|Poor:2,FairlyPoor:3,Moderate:5,FairlyGood:7,Good:10|-,-,2,3,5,7,10|-,-,-,-|1,3,5,8|1,4,7|2,5|3|
CoastalSandDunes|Sparsely vegetated land - Coastal sand dunes|Area|High|VeryHigh|Medium|Poor:5,FairlyPoor:7,Moderate:10,FairlyGood:15,Good:20|-,-,5,7,10,15,20|-,-,-,-|5,8,15,20|5,10,18|7,12|8|
CoastalVegetatedShingle|Sparsely vegetated land - Coastal vegetated shingle|Area|High|VeryHigh|Medium|Poor:5,FairlyPoor:7,Moderate:10,FairlyGood:15,Good:20|-,-,5,7,10,15,20|-,-,-,-|5,8,15,20|5,10,18|7,12|8|
RuderalEphemeral|Sparsely vegetated land - Ruderal/Ephemeral|Area|Low|Low|Medium|Poor:1,FairlyPoor:2,Moderate:3,FairlyGood:4,Good:5|-,-,-,-,-,-,-|-,-,-,-|1,2,3,5|1,2,3|1,2|1|
TallForbs|Sparsely vegetated land - Tall forbs|Area|Low|Low|Medium|Poor:1,FairlyPoor:2,Moderate:3,FairlyGood:4,Good:5|-,-,-,-,-,-,-|-,-,-,-|1,2,3,5|1,2,3|1,2|1|
InlandRockOutcropAndScreeHabitats|Sparsely vegetated land - Inland rock outcrop and scree habitats|Area|High|High|Low|Poor:10,FairlyPoor:15,Moderate:20,FairlyGood:25,Good:30+|-,-,10,15,20,25,30+|-,-,-,-|10,15,25,30+|20,25,27|15,20|15|
LimestonePavement|Sparsely vegetated land - Limestone pavement|Area|VeryHigh|VeryHigh|Medium|Poor:30+,FairlyPoor:30+,Moderate:30+,FairlyGood:30+,Good:30+|-,-,30+,30+,30+,30+,30+|-,-,-,-|5,10,15,20|5,10,15|5,10|5|
MaritimeCliffAndSlopes|Sparsely vegetated land - Maritime cliff and slopes|Area|High|High|Medium|Poor:5,FairlyPoor:7,Moderate:10,FairlyGood:15,Good:20|-,-,10,15,20,25,30+|-,-,-,-|5,8,15,20|5,10,18|7,12|8|
OtherInlandRockAndScree|Sparsely vegetated land - Other inland rock and scree|Area|Medium|Medium|Medium|Poor:5,FairlyPoor:7,Moderate:10,FairlyGood:15,Good:20|-,-,3,5,10,15,20|-,-,-,-|5,10,15,20|5,10,15|5,10|5|
Allotments|Urban - Allotments|Area|Low|Low|Low|Poor:1,FairlyPoor:1,Moderate:1,FairlyGood:1,Good:1|-,-,1,1,1,1,1|-,-,-,-|1,1,1,1|1,1,1|1,1|1|
ArtificialUnvegetatedUnsealedSurface|Urban - Artificial unvegetated, unsealed surface|Area|VeryLow|Low|Low|NAOther:0|-,-,-,-,-,-,-|-,-,-,-|-,-,-,-|-,-,-|-,-|-|
Bioswale|Urban - Bioswale|Area|Low|Medium|Low|Poor:1,FairlyPoor:1,Moderate:1,FairlyGood:2,Good:3|-,-,1,1,1,2,3|-,-,-,-|1,2,2,3|1,3,3|2,2|2|
IntensiveGreenRoof|Urban - Intensive green roof|Area|Low|Low|Low|Poor:1,FairlyPoor:2,Moderate:3,FairlyGood:4,Good:5|-,-,1,2,3,4,5|-,-,-,-|1,2,3,5|1,2,3|1,2|1|
BuiltLinearFeatures|Urban - Built linear features|Area|VeryLow|Low|Low|NAOther:0|-,-,-,-,-,-,-|-,-,-,-|-,-,-,-|-,-,-|-,-|-|
CemeteriesAndChurchyards|Urban - Cemeteries and churchyards|Area|Medium|Medium|Low|Poor:10,FairlyPoor:12,Moderate:15,FairlyGood:17,Good:20|-,-,10,12,15,17,20|-,-,-,-|5,10,15,20|10,15,20|10,15|5|
DevelopedLandSealedSurface|Urban - Developed land; sealed surface|Area|VeryLow|Low|Medium|NAOther:0|-,-,-,-,-,-,-|-,-,-,-|-,-,-,-|-,-,-|-,-|-|
OtherGreenRoof|Urban - Other green roof|Area|Low|Low|Low|NA:1|-,-,-,-,-,-,-|-,-,-,-|-,-,-,-|-,-,-|-,-|-|
FacadeBoundGreenWall|Urban - Facade-bound green wall|Area|Low|Medium|Medium|Poor:1,FairlyPoor:2,Moderate:3,FairlyGood:4,Good:5|-,-,1,2,3,4,5|-,-,-,-|1,2,3,5|1,2,3|1,2|1|
GroundBasedGreenWall|Urban - Ground based green wall|Area|Low|Medium|Medium|Poor:1,FairlyPoor:2,Moderate:3,FairlyGood:4,Good:5|-,-,1,2,3,4,5|-,-,-,-|1,2,3,5|1,2,3|1,2|1|
GroundLevelPlanters|Urban - Ground level planters|Area|Low|Low|Low|NA:1|-,-,-,-,-,-,-|-,-,-,-|-,-,-,-|-,-,-|-,-|-|
BiodiverseGreenRoof|Urban - Biodiverse green roof|Area|Medium|Medium|Medium|Poor:1,FairlyPoor:3,Moderate:5,FairlyGood:8,Good:10|-,-,1,3,5,8,10|-,-,-,-|3,5,8,10|3,8,8|3,5|2|
IntroducedShrub|Urban - Introduced shrub|Area|Low|Low|Low|NA:1|-,-,-,-,-,-,-|-,-,-,-|-,-,-,-|-,-,-|-,-|-|
OpenMosaicHabitatsOnPreviouslyDevelopedLand|Urban - Open mosaic habitats on previously developed land|Area|High|Medium|Medium|Poor:0,FairlyPoor:2,Moderate:4,FairlyGood:7,Good:10|-,-,0,2,4,7,10|-,-,-,-|2,4,7,10|2,5,8|3,4|3|
RainGarden|Urban - Rain garden|Area|Low|Low|Low|Poor:1,FairlyPoor:2,Moderate:3,FairlyGood:4,Good:5|-,-,1,1,1,1,1|-,-,-,-|1,1,1,1|1,1,1|1,1|1|
ActivelyWorkedSandPitQuarryOrOpenCastMine|Urban - Actively worked sand pit quarry or open cast mine|Area|Low|Medium|Medium|NA:1|-,-,1,-,-,-,-|-,-,-,-|-,-,-,-|-,-,-|-,-|-|
SustainableDrainageSystem|Urban - Sustainable drainage system|Area|Low|Medium|Medium|Poor:1,FairlyPoor:2,Moderate:3,FairlyGood:4,Good:5|-,-,1,2,3,4,5|-,-,-,-|1,2,3,5|1,2,3|1,2|1|
UnvegetatedGarden|Urban - Unvegetated garden|Area|VeryLow|Low|Low|NAOther:0|-,-,-,-,-,-,-|-,-,-,-|-,-,-,-|-,-,-|-,-|-|
VacantOrDerelictLand|Urban - Vacant or derelict land|Area|Low|Low|Low|Poor:1,FairlyPoor:2,Moderate:3,FairlyGood:4,Good:5|-,-,1,1,1,1,1|-,-,-,-|1,1,1,1|1,1,1|1,1|1|
BareGround|Urban - Bare ground|Area|Low|Low|Low|Poor:1,FairlyPoor:2,Moderate:3,FairlyGood:4,Good:5|-,-,1,1,1,1,1|-,-,-,-|1,1,1,1|1,1,1|1,1|1|
VegetatedGarden|Urban - Vegetated garden|Area|Low|Low|Low|NA:1|-,-,1,2,3,4,5|-,-,-,-|1,2,3,5|1,2,3|1,2|1|
UrbanTree|Individual trees - Urban tree|Area|Medium|Low|Low|Poor:10,FairlyPoor:19,Moderate:27,FairlyGood:30+,Good:30+|-,-,-,-,-,-,-|-,-,-,-|8,16,24,30+|8,16,24|8,16|8|
RuralTree|Individual trees - Rural tree|Area|Medium|Low|Low|Poor:10,FairlyPoor:19,Moderate:27,FairlyGood:30+,Good:30+|-,-,-,-,-,-,-|-,-,-,-|8,16,24,30+|8,16,24|8,16|8|
BlanketBog|Wetland - Blanket bog|Area|VeryHigh|VeryHigh|High|Poor:30+,FairlyPoor:30+,Moderate:30+,FairlyGood:30+,Good:30+|-,-,15,25,30,30+,30+|-,-,-,-|10,20,30+,30|10,30+,30+|30,30+|30|
DepressionsOnPeatSubstratesH7150|Wetland - Depressions on peat substrates (H7150)|Area|VeryHigh|VeryHigh|High|Poor:15,FairlyPoor:25,Moderate:30,FairlyGood:30+,Good:30+|-,-,15,25,30,30+,30+|-,-,-,-|10,20,25,30|10,20,25|10,20|10|
FensUplandAndLowland|Wetland - Fens (upland and lowland)|Area|VeryHigh|High|High|Poor:10,FairlyPoor:15,Moderate:20,FairlyGood:25,Good:30|-,-,10,12,15,25,30|-,-,-,-|10,12,15,18|10,12,15|10,12|10|
LowlandRaisedBog|Wetland - Lowland raised bog|Area|VeryHigh|VeryHigh|High|Poor:15,FairlyPoor:20,Moderate:30,FairlyGood:30+,Good:30+|-,-,15,20,30,30+,30+|-,-,-,-|10,20,25,30|10,20,20|10,15|10|
OceanicValleyMire|Wetland - Oceanic valley mire (D2.1)|Area|VeryHigh|VeryHigh|High|Poor:15,FairlyPoor:20,Moderate:30,FairlyGood:30+,Good:30+|-,-,15,20,30,30+,30+|-,-,-,-|10,20,25,30|10,20,20|10,15|10|
PurpleMoorGrassAndRushPastures|Wetland - Purple moor grass and rush pastures|Area|VeryHigh|High|High|Poor:10,FairlyPoor:15,Moderate:20,FairlyGood:25,Good:30|-,-,10,12,15,17,20|-,-,-,-|10,10,15,20|10,15,20|10,15|10|
Reedbeds|Wetland - Reedbeds|Area|High|Medium|Medium|Poor:3,FairlyPoor:5,Moderate:7,FairlyGood:10,Good:12|-,-,5,7,10,12,15|-,-,-,-|5,7,10,12|5,7,10|5,7|5|
TransitionMiresAndQuakingBogsH7140|Wetland - Transition mires and quaking bogs (H7140)|Area|VeryHigh|VeryHigh|High|Poor:15,FairlyPoor:25,Moderate:30,FairlyGood:30+,Good:30+|-,-,15,25,30,30+,30+|-,-,-,-|10,20,25,30|10,20,20|10,15|10|
Felled|Woodland and forest - Felled|Area|High|High|Low|Good:30+|-,-,-,-,-,-,-|-,-,-,-|-,-,-,-|-,-,-|-,-|-|
ReplacementForFelledWoodland|Woodland and forest - Replacement for felled woodland|Area|High|High|Low|Good:30+|-,-,-,-,-,-,-|-,-,-,-|-,-,-,-|-,-,-|-,-|-|
LowlandBeechAndYewWoodland|Woodland and forest - Lowland beech and yew woodland|Area|High|High|High|Poor:10,FairlyPoor:25,Moderate:30+,FairlyGood:30+,Good:30+|-,-,10,25,30+,30+,30+|-,-,-,-|25,30+,30+,30+|30+,30+,30+|30+,30+|30+|
LowlandMixedDeciduousWoodland|Woodland and forest - Lowland mixed deciduous woodland|Area|High|High|High|Poor:10,FairlyPoor:25,Moderate:30+,FairlyGood:30+,Good:30+|-,-,10,25,30+,30+,30+|-,-,-,-|10,20,25,30+|10,20,25|10,20|10|
NativePineWoodlands|Woodland and forest - Native pine woodlands|Area|High|High|High|Poor:10,FairlyPoor:25,Moderate:30+,FairlyGood:30+,Good:30+|-,-,25,30,30+,30+,30+|-,-,-,-|10,15,20,30+|15,20,25|10,15|10|
OtherConiferousWoodland|Woodland and forest - Other coniferous woodland|Area|Low|Low|Low|Poor:5,FairlyPoor:10,Moderate:30,FairlyGood:30+,Good:30+|-,-,-,-,-,-,-|-,-,-,-|5,25,30+,30+|20,15,25|5,7|10|
OtherScotsPineWoodland|Woodland and forest - Other Scot's pine woodland|Area|Medium|Medium|Medium|Poor:10,FairlyPoor:25,Moderate:30+,FairlyGood:30+,Good:30+|-,-,20,25,30+,30+,30+|-,-,-,-|10,15,20,30+|15,20,25|10,15|10|
OtherWoodlandBroadleaved|Woodland and forest - Other woodland; broadleaved|Area|Medium|Low|Low|Poor:5,FairlyPoor:7,Moderate:15,FairlyGood:25,Good:30+|-,-,5,10,15,20,25|-,-,-,-|5,10,15,20|5,10,15|5,10|5|
OtherWoodlandMixed|Woodland and forest - Other woodland; mixed|Area|Medium|Low|Low|Poor:5,FairlyPoor:10,Moderate:30,FairlyGood:30+,Good:30+|-,-,5,10,15,20,25|-,-,-,-|5,10,15,20|5,10,15|5,10|5|
UplandBirchwoods|Woodland and forest - Upland birchwoods|Area|High|Medium|Medium|Poor:10,FairlyPoor:20,Moderate:25,FairlyGood:30,Good:30+|-,-,10,20,25,30,30+|-,-,-,-|10,15,20,30+|15,20,25|10,15|10|
UplandMixedAshwoods|Woodland and forest - Upland mixed ashwoods|Area|High|High|High|Poor:10,FairlyPoor:25,Moderate:30+,FairlyGood:30+,Good:30+|-,-,10,25,30+,30+,30+|-,-,-,-|10,15,20,30+|15,20,25|10,15|10|
UplandOakwood|Woodland and forest - Upland oakwood|Area|High|High|High|Poor:10,FairlyPoor:25,Moderate:30+,FairlyGood:30+,Good:30+|-,-,10,25,30+,30+,30+|-,-,-,-|25,30+,30+,30+|30+,30+,30+|30+,30+|30+|
WetWoodland|Woodland and forest - Wet woodland|Area|High|Medium|Medium|Poor:5,FairlyPoor:10,Moderate:15,FairlyGood:30,Good:30+|-,-,10,20,25,30,30+|-,-,-,-|10,10,15,30+|15,20,25|10,15|10|
WoodPastureAndParkland|Woodland and forest - Wood-pasture and parkland|Area|VeryHigh|VeryHigh|High|Poor:10,FairlyPoor:25,Moderate:30+,FairlyGood:30+,Good:30+|-,-,10,25,30+,30+,30+|-,-,-,-|25,30+,30+,30+|30+,30+,30+|30+,30+|30+|
CoastalLagoons|Coastal lagoons - Coastal lagoons|Area|High|Medium|Medium|Poor:1,FairlyPoor:3,Moderate:5,FairlyGood:8,Good:10|-,-,-,-,-,-,-|-,-,-,-|1,4,8,12|3,7,11|4,8|4|
HighEnergyLittoralRock|Rocky shore - High energy littoral rock|Area|High|High|Medium|Poor:1,FairlyPoor:2,Moderate:4,FairlyGood:7,Good:10|-,-,-,-,-,-,-|-,-,-,-|2,4,6,10|2,4,8|2,6|4|
HighEnergyLittoralRockOnPeatClayOrChalk|Rocky shore - High energy littoral rock - on peat, clay or chalk|Area|VeryHigh|VeryHigh|Medium|Poor:30+,FairlyPoor:30+,Moderate:30+,FairlyGood:30+,Good:30+|-,-,-,-,-,-,-|-,-,-,-|2,4,6,10|2,4,8|2,6|4|
ModerateEnergyLittoralRock|Rocky shore - Moderate energy littoral rock|Area|High|High|Medium|Poor:1,FairlyPoor:2,Moderate:4,FairlyGood:8,Good:13|-,-,-,-,-,-,-|-,-,-,-|2,4,6,11|2,4,9|2,7|5|
ModerateEnergyLittoralRockOnPeatClayOrChalk|Rocky shore - Moderate energy littoral rock - on peat, clay or chalk|Area|VeryHigh|VeryHigh|Medium|Poor:30+,FairlyPoor:30+,Moderate:30+,FairlyGood:30+,Good:30+|-,-,-,-,-,-,-|-,-,-,-|2,4,6,11|2,4,9|2,7|5|
LowEnergyLittoralRock|Rocky shore - Low energy littoral rock|Area|High|High|Medium|Poor:1,FairlyPoor:1,Moderate:5,FairlyGood:10,Good:15|-,-,-,-,-,-,-|-,-,-,-|2,4,6,12|2,4,10|2,8|6|
LowEnergyLittoralRockOnPeatClayOrChalk|Rocky shore - Low energy littoral rock - on peat, clay or chalk|Area|VeryHigh|VeryHigh|Medium|Poor:30+,FairlyPoor:30+,Moderate:30+,FairlyGood:30+,Good:30+|-,-,-,-,-,-,-|-,-,-,-|2,4,6,12|2,4,10|2,8|6|
FeaturesOfLittoralRock|Rocky shore - Features of littoral rock|Area|High|High|Medium|Poor:1,FairlyPoor:2,Moderate:4,FairlyGood:8,Good:13|-,-,-,-,-,-,-|-,-,-,-|2,4,6,11|2,4,9|2,7|5|
FeaturesOfLittoralRockOnPeatClayOrChalk|Rocky shore - Features of littoral rock - on peat, clay or chalk|Area|VeryHigh|VeryHigh|Medium|Poor:30+,FairlyPoor:30+,Moderate:30+,FairlyGood:30+,Good:30+|-,-,-,-,-,-,-|-,-,-,-|2,4,6,11|2,4,9|2,7|5|
SaltmarshesAndSalineReedbeds|Coastal saltmarsh - Saltmarshes and saline reedbeds|Area|High|High|Medium|Poor:1,FairlyPoor:3,Moderate:7,FairlyGood:10,Good:15|-,-,-,-,-,-,-|-,-,-,-|2,6,10,20|4,8,18|4,14|10|
ArtificialSaltmarshesAndSalineReedbeds|Coastal saltmarsh - Artificial saltmarshes and saline reedbeds|Area|Low|High|Medium|Poor:1,FairlyPoor:3,Moderate:7,FairlyGood:10,Good:15|-,-,-,-,-,-,-|-,-,-,-|2,6,10,20|4,8,18|4,14|10|
LittoralCoarseSediment|Intertidal sediment - Littoral coarse sediment|Area|Medium|Medium|Medium|Poor:1,FairlyPoor:1,Moderate:1,FairlyGood:2,Good:3|-,-,-,-,-,-,-|-,-,-,-|1,2,3,4|1,2,3|1,2|1|
LittoralMud|Intertidal sediment - Littoral mud|Area|High|High|Medium|Poor:1,FairlyPoor:2,Moderate:3,FairlyGood:4,Good:6|-,-,-,-,-,-,-|-,-,-,-|2,4,6,8|2,4,6|2,4|2|
LittoralMixedSediments|Intertidal sediment - Littoral mixed sediments|Area|High|High|Medium|Poor:1,FairlyPoor:2,Moderate:3,FairlyGood:4,Good:5|-,-,-,-,-,-,-|-,-,-,-|1,2,3,4|1,2,3|1,2|1|
LittoralSeagrass|Intertidal sediment - Littoral seagrass|Area|High|High|High|Poor:2,FairlyPoor:5,Moderate:10,FairlyGood:15,Good:20|-,-,-,-,-,-,-|-,-,-,-|3,13,23,30+|10,20,30|10,20|10|
LittoralSeagrassOnPeatClayOrChalk|Intertidal sediment - Littoral seagrass on peat, clay or chalk|Area|VeryHigh|VeryHigh|High|Poor:30+,FairlyPoor:30+,Moderate:30+,FairlyGood:30+,Good:30+|-,-,-,-,-,-,-|-,-,-,-|2,4,7,30+|2,3,8|3,6|3|
LittoralBiogenicReefsMussels|Intertidal sediment - Littoral biogenic reefs - Mussels|Area|High|High|Medium|Poor:3,FairlyPoor:3,Moderate:5,FairlyGood:10,Good:15|-,-,-,-,-,-,-|-,-,-,-|2,4,7,10|2,3,8|3,6|3|
LittoralBiogenicReefsSabellaria|Intertidal sediment - Littoral biogenic reefs - Sabellaria|Area|High|High|Medium|Poor:3,FairlyPoor:3,Moderate:5,FairlyGood:10,Good:15|-,-,-,-,-,-,-|-,-,-,-|2,4,7,10|2,3,8|3,6|3|
FeaturesOfLittoralSediment|Intertidal sediment - Features of littoral sediment|Area|High|High|Medium|Poor:3,FairlyPoor:3,Moderate:5,FairlyGood:7,Good:10|-,-,-,-,-,-,-|-,-,-,-|1,2,3,5|1,2,4|1,3|2|
ArtificialLittoralCoarseSediment|Intertidal sediment - Artificial littoral coarse sediment|Area|Low|Medium|Medium|Poor:1,FairlyPoor:1,Moderate:1,FairlyGood:2,Good:3|-,-,-,-,-,-,-|-,-,-,-|1,2,3,4|1,2,3|1,2|1|
ArtificialLittoralMud|Intertidal sediment - Artificial littoral mud|Area|Low|High|Medium|Poor:1,FairlyPoor:2,Moderate:3,FairlyGood:4,Good:6|-,-,-,-,-,-,-|-,-,-,-|2,4,6,8|2,4,6|2,4|2|
ArtificialLittoralSand|Intertidal sediment - Artificial littoral sand|Area|Low|Medium|Medium|Poor:1,FairlyPoor:1,Moderate:1,FairlyGood:2,Good:4|-,-,-,-,-,-,-|-,-,-,-|2,3,4,6|1,2,4|1,3|2|
ArtificialLittoralMuddySand|Intertidal sediment - Artificial littoral muddy sand|Area|Low|High|Medium|Poor:1,FairlyPoor:2,Moderate:3,FairlyGood:4,Good:5|-,-,-,-,-,-,-|-,-,-,-|2,4,6,8|2,4,6|2,4|2|
ArtificialLittoralMixedSediments|Intertidal sediment - Artificial littoral mixed sediments|Area|Low|High|Medium|Poor:1,FairlyPoor:2,Moderate:3,FairlyGood:4,Good:5|-,-,-,-,-,-,-|-,-,-,-|1,2,3,4|1,2,3|1,2|1|
ArtificialLittoralSeagrass|Intertidal sediment - Artificial littoral seagrass|Area|Low|High|High|Poor:2,FairlyPoor:5,Moderate:10,FairlyGood:15,Good:20|-,-,-,-,-,-,-|-,-,-,-|3,13,23,30+|10,20,30|10,20|10|
ArtificialLittoralBiogenicReefs|Intertidal sediment - Artificial littoral biogenic reefs|Area|Low|High|Medium|Poor:3,FairlyPoor:3,Moderate:5,FairlyGood:10,Good:15|-,-,-,-,-,-,-|-,-,-,-|2,4,7,10|2,3,8|3,6|3|
LittoralSand|Intertidal sediment - Littoral sand|Area|Medium|Medium|Medium|Poor:1,FairlyPoor:1,Moderate:1,FairlyGood:2,Good:4|-,-,-,-,-,-,-|-,-,-,-|2,3,4,6|1,2,4|1,3|2|
LittoralMuddySand|Intertidal sediment - Littoral muddy sand|Area|High|High|Medium|Poor:1,FairlyPoor:2,Moderate:3,FairlyGood:4,Good:5|-,-,-,-,-,-,-|-,-,-,-|2,4,6,8|2,4,6|2,4|2|
ArtificialHardStructures|Intertidal hard structures - Artificial hard structures|Area|Low|Medium|Medium|Poor:1,FairlyPoor:2,Moderate:5,FairlyGood:10,Good:15|-,-,-,-,-,-,-|-,-,-,-|6,4,10,2|2,8,6|2,12|4|
ArtificialFeaturesOfHardStructures|Intertidal hard structures - Artificial features of hard structures|Area|Low|Medium|Medium|Poor:1,FairlyPoor:2,Moderate:4,FairlyGood:8,Good:13|-,-,-,-,-,-,-|-,-,-,-|5,4,9,2|2,7,6|2,11|4|
ArtificialHardStructuresWithIntegratedGreeningOfGreyInfrastructureIGGI|Intertidal hard structures - Artificial hard structures with integrated greening of grey infrastructure (IGGI)|Area|Medium|Medium|Medium|Poor:1,FairlyPoor:2,Moderate:4,FairlyGood:8,Good:13|-,-,-,-,-,-,-|-,-,-,-|5,4,9,2|2,7,6|2,11|4|
WatercourseFootprint|Watercourse footprint - Watercourse footprint|Area|VeryLow|Medium|VeryHigh|NAOther:0|-,-,-,-,-,-,-|-,-,-,-|-,-,-,-|-,-,-|-,-|-|
SpeciesRichNativeHedgerowWithTreesAssociatedWithBankOrDitch|Hedgerow - Species-rich native hedgerow with trees - associated with bank or ditch|Linear|VeryHigh|Low|Low|Poor:1,Moderate:10,Good:20|||-,6,-,10||-,4||SpeciesRichNativeHedgerowWithTrees:5,SpeciesRichNativeHedgerowAssociatedWithBankOrDitch:10,NativeHedgerowWithTreesAssociatedWithBankOrDitch:5,SpeciesRichNativeHedgerow:10,NativeHedgerowAssociatedWithBankOrDitch:10,NativeHedgerowWithTrees:5,EcologicallyValuableLineOfTrees:12,EcologicallyValuableLineOfTreesAssociatedWithBankOrDitch:12,NativeHedgerow:10,LineOfTrees:12,LineOfTreesAssociatedWithBankOrDitch:12
SpeciesRichNativeHedgerowWithTrees|Hedgerow - Species-rich native hedgerow with trees|Linear|High|Low|Low|Poor:1,Moderate:10,Good:20|||-,6,-,10||-,4||SpeciesRichNativeHedgerow:10,NativeHedgerowAssociatedWithBankOrDitch:10,NativeHedgerowWithTrees:5,EcologicallyValuableLineOfTrees:12,EcologicallyValuableLineOfTreesAssociatedWithBankOrDitch:12,NativeHedgerow:10,LineOfTrees:12,LineOfTreesAssociatedWithBankOrDitch:12
SpeciesRichNativeHedgerowAssociatedWithBankOrDitch|Hedgerow - Species-rich native hedgerow - associated with bank or ditch|Linear|High|Low|Low|Poor:1,Moderate:5,Good:12|||-,3,-,5||-,2||SpeciesRichNativeHedgerow:5,NativeHedgerowAssociatedWithBankOrDitch:5,NativeHedgerowWithTrees:5,NativeHedgerow:5
NativeHedgerowWithTreesAssociatedWithBankOrDitch|Hedgerow - Native hedgerow with trees - associated with bank or ditch|Linear|High|Low|Low|Poor:1,Moderate:10,Good:20|||-,6,-,10||-,4||SpeciesRichNativeHedgerow:10,NativeHedgerowAssociatedWithBankOrDitch:10,NativeHedgerowWithTrees:5,EcologicallyValuableLineOfTrees:12,EcologicallyValuableLineOfTreesAssociatedWithBankOrDitch:12,NativeHedgerow:10,LineOfTrees:12,LineOfTreesAssociatedWithBankOrDitch:12
SpeciesRichNativeHedgerow|Hedgerow - Species-rich native hedgerow|Linear|Medium|Low|Low|Poor:1,Moderate:5,Good:12|||-,3,-,5||-,2||NativeHedgerow:5
NativeHedgerowAssociatedWithBankOrDitch|Hedgerow - Native hedgerow - associated with bank or ditch|Linear|Medium|Low|Low|Poor:1,Moderate:5,Good:12|||-,3,-,5||-,2||NativeHedgerow:6
NativeHedgerowWithTrees|Hedgerow - Native hedgerow with trees|Linear|Medium|Low|Low|Poor:1,Moderate:10,Good:20|||-,6,-,10||-,4||NativeHedgerow:10,LineOfTrees:12,LineOfTreesAssociatedWithBankOrDitch:12
EcologicallyValuableLineOfTrees|Hedgerow - Ecologically valuable line of trees|Linear|Medium|Low|Low|Poor:5,Moderate:20,Good:30+|||-,20,-,30||-,10||
EcologicallyValuableLineOfTreesAssociatedWithBankOrDitch|Hedgerow - Ecologically valuable line of trees - associated with bank or ditch|Linear|Medium|Low|Low|Poor:5,Moderate:20,Good:30+|||-,20,-,30||-,10||
NativeHedgerow|Hedgerow - Native hedgerow|Linear|Low|Low|Low|Poor:1,Moderate:5,Good:12|||-,3,-,5||-,2||
LineOfTrees|Hedgerow - Line of trees|Linear|Low|Low|Low|Poor:5,Moderate:20,Good:30+|||-,20,-,30||-,10||
LineOfTreesAssociatedWithBankOrDitch|Hedgerow - Line of trees - associated with bank or ditch|Linear|Low|Low|Low|Poor:5,Moderate:20,Good:30+|||-,20,-,30||-,10||
NonNativeAndOrnamentalHedgerow|Hedgerow - Non-native and ornamental hedgerow|Linear|VeryLow|Low|Low|Poor:1|||-,-,-,-||-,-||
WatercoursePriorityHabitat|Watercourse - Priority habitat|River|VeryHigh|High|Medium|Poor:1,FairlyPoor:2,Moderate:5,FairlyGood:8,Good:10|-,-,10,10,10,10,10||2,4,6,8|2,4,6|2,4|2|
OtherRiversAndStreams|Watercourse - Other rivers and streams|River|High|High|Medium|Poor:1,FairlyPoor:2,Moderate:5,FairlyGood:8,Good:10|-,-,10,10,10,10,10||2,4,6,8|2,4,6|2,4|2|
Ditches|Watercourse - Ditches|River|Medium|Low|Medium|Poor:1,FairlyPoor:2,Moderate:5,FairlyGood:8,Good:10|-,-,10,10,10,10,10||2,4,6,8|2,4,6|2,4|2|
Canals|Watercourse - Canals|River|Medium|Low|Medium|Poor:1,FairlyPoor:2,Moderate:5,FairlyGood:8,Good:10|-,-,10,10,10,10,10||2,4,6,8|2,4,6|2,4|2|
Culvert|Watercourse - Culvert|River|Low|Low|Medium|Poor:1|||||||`

/** A multiplier or score a line: its group, what it is for, and the figure. */
export const METRIC_MULTIPLIER_ROWS = `\
distinctivenessScore|VeryHigh|8
distinctivenessScore|High|6
distinctivenessScore|Medium|4
distinctivenessScore|Low|2
distinctivenessScore|VeryLow|0
distinctivenessScoreHedgerow|VeryLow|1
conditionScore|Good|3
conditionScore|FairlyGood|2.5
conditionScore|Moderate|2
conditionScore|FairlyPoor|1.5
conditionScore|Poor|1
conditionScore|ConditionAssessmentNA|1
conditionScore|NAOther|0
strategicSignificance|High|1.15
strategicSignificance|Medium|1.1
strategicSignificance|Low|1
difficulty|Low|1
difficulty|Medium|0.67
difficulty|High|0.33
difficulty|VeryHigh|0.1
temporal|0|1.0
temporal|1|0.965
temporal|2|0.931225
temporal|3|0.898632125
temporal|4|0.8671800006
temporal|5|0.8368287006
temporal|6|0.8075396961
temporal|7|0.7792758067
temporal|8|0.7520011535
temporal|9|0.7256811131
temporal|10|0.7002822742
temporal|11|0.6757723946
temporal|12|0.6521203607
temporal|13|0.6292961481
temporal|14|0.6072707829
temporal|15|0.5860163055
temporal|16|0.5655057348
temporal|17|0.5457130341
temporal|18|0.5266130779
temporal|19|0.5081816202
temporal|20|0.4903952635
temporal|21|0.4732314293
temporal|22|0.4566683292
temporal|23|0.4406849377
temporal|24|0.4252609649
temporal|25|0.4103768311
temporal|26|0.396013642
temporal|27|0.3821531646
temporal|28|0.3687778038
temporal|29|0.3558705807
temporal|30|0.3434151104
temporal|31|0.3313955815
temporal|30+|0.3197967361
spatialRiskArea|SameLpaOrNca|1
spatialRiskArea|NeighbouringLpaOrNca|0.75
spatialRiskArea|BeyondNeighbouring|0.5
spatialRiskArea|OffSiteProvider|1
spatialRiskWatercourse|SameWaterbodyCatchment|1
spatialRiskWatercourse|SameOperationalCatchment|0.75
spatialRiskWatercourse|BeyondOperationalCatchment|0.5
spatialRiskWatercourse|OffSiteProvider|1
watercourseEncroachment|None|1
watercourseEncroachment|Minor|0.8
watercourseEncroachment|Major|0.5
watercourseEncroachment|Culvert|0.68
riparianEncroachment|MajorMajor|0.75
riparianEncroachment|MajorModerate|0.8
riparianEncroachment|MajorMinor|0.84
riparianEncroachment|MajorNone|0.87
riparianEncroachment|ModerateModerate|0.85
riparianEncroachment|ModerateMinor|0.9
riparianEncroachment|ModerateNone|0.92
riparianEncroachment|MinorMinor|0.95
riparianEncroachment|MinorNone|0.98
riparianEncroachment|NoneNone|1
riparianEncroachment|Culvert|1
gain|mandatoryNetGainPercent|10
gain|securedYears|30`

/**
 * A trading rule a line: module and distinctiveness of what is lost, the rule, in words, and how the market differs.
 */
export const METRIC_TRADING_RULE_ROWS = `\
Area|VeryHigh|SameHabitatOrBespoke|Same habitat; otherwise bespoke compensation agreed with the authority|This market matches the same habitat type only; the statute also knows bespoke compensation agreed with the authority
Area|High|SameHabitat|Same habitat only|
Area|Medium|SameBroadHabitatOrHigherDistinctiveness|Medium habitat of the same broad type, or any High or VeryHigh habitat of any broad type|
Area|Low|SameDistinctivenessOrBetter|Any habitat of Low or higher|
Area|VeryLow|NotRequired|No compensation|
Linear|VeryHigh|SameHabitat|Same hedgerow type|
Linear|High|SameHabitatOrBetter|Same hedgerow type or a better band|This market matches the same hedgerow type only; the statute would also accept a very high one
Linear|Medium|SameDistinctivenessOrBetter|Any hedgerow of Medium or higher|
Linear|Low|SameDistinctivenessOrBetter|Any hedgerow of Low or higher|
Linear|VeryLow|SameDistinctivenessOrBetter|Any hedgerow|
River|VeryHigh|SameHabitatOrBespoke|Same watercourse type; otherwise bespoke|
River|High|SameHabitat|Same watercourse type|
River|Medium|SameHabitat|Same watercourse type (ditches for ditches, canals for canals)|
River|Low|HigherDistinctiveness|Culverts must be replaced by something better|`
